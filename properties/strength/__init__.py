"""How strong the suite is: every misreading and every misbehaving adapter, held against every case and every check.

Each is run as a program like any other, by the runner and the judge that hold programs of others against the rules.
First the cases and checks of its own clauses alone, then all of them: what none of them notices has survived.
"""
