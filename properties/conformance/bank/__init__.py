"""Holding a program against the rules of Bank: scripts, tables on the wire, conversations."""
