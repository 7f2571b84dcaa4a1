"""What the rules are: pure, typed reference models of the games. Standard library only."""
