"""The fast kernel: many two-seat games of Beggar and Camicia at a time, over bit planes."""
