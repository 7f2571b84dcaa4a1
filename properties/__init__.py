"""What must hold: of the model, and of anybody's program."""
