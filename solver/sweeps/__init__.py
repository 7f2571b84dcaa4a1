"""Sweeps: millions of deals played, at random or one after the other, on this machine or on a cluster."""
