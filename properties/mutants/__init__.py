"""How strong the suite is beyond the misreadings that people wrote down: the model's own rules, changed a little.

Every rule function that is tagged with clauses is changed in one small place at a time. Each such mutant is put into
the model and plays what the suite asks; what it does is held against what the sound rules did before.
"""
