"""Terms written as an SMT-LIB 2 script, for any solver and for people."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from solver.languages import Language
from solver.terms import BUILT_IN, Bool, Term, parts_first


def script(comment: Iterable[str], language: Language, assertions: Iterable[Term]) -> str:
    """A whole script: comment, logic, what symbols mean, every shared part defined once, assertions, `check-sat`.

    The text depends on the language and the terms alone, so that its hash can be compared from run to run.
    """
    claims = list(assertions)
    terms = list(parts_first(claims))
    symbols = _symbols(terms)
    undefined = any(term.args and language.definition(symbol) is None for symbol, term in symbols.items())
    lines = _commented(comment)
    lines.append(f"(set-logic {language.logic_with(undefined)})")
    lines += language.header() if any(term.sort == "Zone" for term in terms) else ()
    for symbol, term in symbols.items():
        lines += _introduced(symbol, term, language)
    names: dict[Term, str] = {}
    for term in _shared(terms, claims):
        name = f"t{len(names)}"
        lines.append(f"(define-fun {name} () {language.sort(term.sort)} {_written(term, names, language)})")
        names[term] = name
    lines += [f"(assert {names.get(claim) or _written(claim, names, language)})" for claim in claims]
    return "\n".join([*lines, "(check-sat)", ""])


def rules(comment: Iterable[str], language: Language, implications: Iterable[tuple[Bool, Bool]]) -> str:
    """A script of Horn clauses: each premise has its conclusion, whatever the constants in them are.

    What is neither a constant nor defined by the language is a relation that solvers look for: `sat` says that there is
    one that fits, `unsat` that there is none.
    """
    pairs = list(implications)
    symbols = _symbols(parts_first(side for pair in pairs for side in pair))
    lines = [*_commented(comment), "(set-logic HORN)"]
    for symbol, term in symbols.items():
        if term.args or language.definition(symbol) is not None:
            lines += _introduced(symbol, term, language)
    return "\n".join([*lines, *(_rule(*pair, language) for pair in pairs), "(check-sat)", ""])


def _rule(premise: Bool, conclusion: Bool, language: Language) -> str:
    terms = list(parts_first([premise, conclusion]))
    known = [term for term in terms if not term.args and term.value is None and language.definition(term.op) is None]
    variables = " ".join(f"({term.op} {language.sort(term.sort)})" for term in known)
    like = [each for term in known for each in language.assumed(term.op, term.sort)]
    names: dict[Term, str] = {}
    lets = ""
    for term in _shared(terms, [premise, conclusion]):
        name = f"t{len(names)}"
        lets += f"(let (({name} {_written(term, names, language)})) "
        names[term] = name
    sides = [names.get(side) or _written(side, names, language) for side in (premise, conclusion)]
    body = f"{lets}(=> (and true {' '.join([*like, sides[0]])}) {sides[1]}){')' * len(names)}"
    return f"(assert (forall ({variables}) {body}))" if known else f"(assert {body})"


def sha256(text: str) -> str:
    """The hash by which evidence names a query."""
    return hashlib.sha256(text.encode()).hexdigest()


def _commented(comment: Iterable[str]) -> list[str]:
    return [f"; {line}".rstrip() for text in comment for line in text.splitlines()]


def _shared(terms: Iterable[Term], roots: Iterable[Term]) -> Iterator[Term]:
    """The terms that are used more than once, each after its parts."""
    terms = list(terms)
    uses = Counter(part for term in terms for part in term.args) + Counter(roots)
    return (term for term in terms if term.args and uses[term] > 1)


def _symbols(terms: Iterable[Term]) -> dict[str, Term]:
    """The symbols that are to be introduced, each with its first use. Raises ValueError for one used in two ways."""
    symbols: dict[str, Term] = {}
    for term in terms:
        if term.op in BUILT_IN or term.value is not None:
            continue
        used, before = _signature(term), _signature(symbols.setdefault(term.op, term))
        if used != before:
            raise ValueError(f"'{term.op}' is used as {before} and as {used}")
    return symbols


def _signature(term: Term) -> str:
    return f"({' '.join(part.sort for part in term.args)}) {term.sort}"


def _introduced(symbol: str, term: Term, language: Language) -> tuple[str, ...]:
    """The lines that define a symbol, or declare it and say what it is like."""
    definition = language.definition(symbol)
    if definition is not None:
        return (definition,)
    sorts = " ".join(language.sort(part.sort) for part in term.args)
    declared = f"(declare-fun {symbol} ({sorts}) {language.sort(term.sort)})"
    if term.args:
        return (declared,)
    return (declared, *(f"(assert {each})" for each in language.assumed(symbol, term.sort)))


def _written(term: Term, names: Mapping[Term, str], language: Language) -> str:
    """One term; parts that have a name are written by it. Parts without one are used once, so this ends soon."""
    if term.value is not None and not isinstance(term.value, bool):
        return language.literal(term.value)
    if not term.args:
        return term.op
    parts = " ".join(names.get(part) or _written(part, names, language) for part in term.args)
    return f"({language.operator(term.op)} {parts})"
