"""What is to be proved of the fast kernel: that its step does what the rules say (N0, N1).

- `words.py`: words of 64 bits as terms, so that the step can be run on them; `halves.py` runs it.
- `planes.py`: piles as rows of bits, the language in which the model's rules are read; `laws.py`: that they are piles.
- `positions.py`: any moment between two cards, as a table of the model and as words; one card by the rules.
- `claims.py`: what is claimed of each part of the step; `proofs.py`: these claims as proofs.
- `games.py`: the step carried out beside the rules, to show on cards what a solver suspects.
"""
