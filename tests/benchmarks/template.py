"""How fast `verify` asks a program that is itself fast: the adapter for C as `fairdeal new-adapter c` writes it.

python -m tests.benchmarks.template
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from properties.conformance.new_adapter import write

ROOT = Path(__file__).parent.parent.parent
CASES = 30_000
"""So many that getting the kernel ready, about a second, counts for little."""
GOAL = 3_000


def template_cases(number: int = CASES) -> float:
    """Random 52-card cases a second that `verify` judges through the standard streams of the C template.

    Its stand-in game takes about five microseconds a deal, so what is measured is fairdeal. Raises CalledProcessError.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = write("c", Path(folder) / "adapter.c")
        subprocess.run(made.build, check=True)
        wanted = ["--seats", "2", "--up-to", "0", "--two-classes", "0", "--random", str(number), "--wire", made.wire]
        kept = ["--journal", f"{folder}/journal.ndjson", "--evidence", folder, "--json"]
        words = [sys.executable, "-m", "fairdeal", "verify", *wanted, *kept, "--", *made.run]
        told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    result = json.loads(told.stdout)
    return float(sum(result["counts"].values()) / result["seconds"])


if __name__ == "__main__":
    rates = [template_cases() for _ in range(3)]
    print(
        f"verify: random 52-card cases, C template: {statistics.median(rates):,.0f} cases/s "
        f"({min(rates):,.0f} to {max(rates):,.0f}; {GOAL:,} wanted)"
    )
