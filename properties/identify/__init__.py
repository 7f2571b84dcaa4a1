"""Which rules does a program actually play? A search for the rule book that gives every answer it has given."""
