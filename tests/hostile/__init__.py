"""Programs that misbehave, each in one way of its own."""
