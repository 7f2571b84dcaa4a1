"""Rule clauses that no obligation is stated for, each with the reason.

Every clause that carries a rule has an obligation or stands here. An entry for a clause that has one is refused, and so
is one for what is no rule clause: see `solver.clause_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXCEPTIONS: Final[Mapping[str, str]] = {
    "BANK-04": "how many may play is two numbers of the book, which no function decides; all is stated for 2, 3 and 4",
    "BANK-15": "shuffling is left to chance: a deck comes from the caller, and the deal is stated of any order of it",
    "BANK-16": "cutting is left to chance: a deck comes from the caller, and the deal is stated of any order of it",
    "BB-02": "how many may play is two numbers of the book, which no function decides; all is stated for 2 and more",
    "BMN-66": "how many may play is two numbers of the book, which no function decides; all is stated for 2 to 6",
    "BB-36": "no card of the model has a face and a back: that won cards go under the pile is stated (B3.pile),"
    " and so is that nobody sees any card of a hand (V1.view); the clause can mean no more there",
    "BANK-19": "which option is the usual one is a choice of the profile, decided by no function",
}
