"""Holding a program against the rules: protocol, cases, journal, judge."""
