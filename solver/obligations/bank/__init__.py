"""What is proved of Bank."""
