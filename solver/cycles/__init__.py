"""Games that go round for ever: their course, what counts as the same again, and everything that runs into them."""
