"""`fairdeal check-sheet` on the screen: a score sheet of Bank, held against the rules."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.text import Text

from properties.bank_sheet import mismatches, read
from reports.bank_scores import scores_told
from reports.consoles import console


def checked(file: Path, as_json: bool) -> int:
    """Print where a sheet does not add up. Returns the exit code. Raises SheetError, RuleChoiceError, OSError."""
    sheet = read(file)
    found = list(mismatches(sheet))
    if as_json:
        rows = [{"where": each.where, "what": each.what} for each in found]
        print(msgspec.json.encode({"rounds": len(sheet.rounds), "mismatches": rows}).decode())
        return 1 if found else 0
    for each in found:
        console().print(Text(f"WRONG  {each.where}: {each.what}", style="bold red"))
        if each.match is not None:
            console().print(Text(f"       by the rules: {scores_told(sheet.book, each.match)}"))
    rounds = f"{len(sheet.rounds)} round{'' if len(sheet.rounds) == 1 else 's'}"
    console().print(Text(f"{rounds}: {'the sheet adds up' if not found else f'{len(found)} places do not add up'}"))
    return 1 if found else 0
