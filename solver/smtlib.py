"""Terms written as an SMT-LIB 2 script, for any solver and for people."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable

from solver.terms import BUILT_IN, Term, parts_first


def script(comment: Iterable[str], logic: str, assertions: Iterable[Term]) -> str:
    """A whole script: comment, logic, declarations, every shared part defined once, assertions, `check-sat`.

    The text depends on the terms alone, so that its hash can be compared from run to run.
    """
    claims = list(assertions)
    terms = list(parts_first(claims))
    lines = [f"; {line}".rstrip() for text in comment for line in text.splitlines()]
    lines += [f"(set-logic {logic})", *_declarations(terms)]
    uses = Counter(part for term in terms for part in term.args) + Counter(claims)
    names: dict[Term, str] = {}
    for term in terms:
        if term.args and uses[term] > 1:
            name = f"t{len(names)}"
            lines.append(f"(define-fun {name} () {term.sort} {_written(term, names)})")
            names[term] = name
    lines += [f"(assert {_written(claim, names)})" for claim in claims]
    return "\n".join([*lines, "(check-sat)", ""])


def sha256(text: str) -> str:
    """The hash by which evidence names a query."""
    return hashlib.sha256(text.encode()).hexdigest()


def _declarations(terms: list[Term]) -> list[str]:
    lines = ["(declare-sort Zone 0)"] if any(term.sort == "Zone" for term in terms) else []
    declared: dict[str, str] = {}
    for term in terms:
        if term.op in BUILT_IN or term.value is not None:
            continue
        signature = f"({' '.join(part.sort for part in term.args)}) {term.sort}"
        if declared.setdefault(term.op, signature) != signature:
            raise ValueError(f"'{term.op}' is used as {declared[term.op]} and as {signature}")
    return lines + [f"(declare-fun {name} {signature})" for name, signature in declared.items()]


def _written(term: Term, names: dict[Term, str]) -> str:
    """One term; parts that have a name are written by it. Parts without one are used once, so this ends soon."""
    if term.value is not None and not isinstance(term.value, bool) and term.value < 0:
        return f"(- {-term.value})"
    if not term.args:
        return term.op
    return f"({term.op} {' '.join(names.get(part) or _written(part, names) for part in term.args)})"
