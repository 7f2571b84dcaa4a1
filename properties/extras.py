"""What is said where something is missing that only an extra of fairdeal installs."""

from __future__ import annotations


def installing(*extras: str) -> str:
    """How to install extras: the command for a clone, and the one for everywhere else."""
    named = ",".join(extras)
    what = " and ".join(f"'{extra}'" for extra in extras)
    return (
        f"install fairdeal's extra{'s' * (len(extras) > 1)} {what}: .venv/bin/pip install -e '.[{named}]' in a clone of"
        f" fairdeal, pip install 'fairdeal[{named}]' elsewhere"
    )
