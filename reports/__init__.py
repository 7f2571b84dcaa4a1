"""What is shown: pure functions from journals, verdicts and evidence to text and pictures."""
