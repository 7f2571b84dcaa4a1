"""The pile games: Beggar My Neighbour and its relatives, where cards are turned to a middle, owed, and taken."""
