"""What is proved or counted: the translation of the model to solvers, and state graphs."""
