"""Graphs for other programs: GraphML, DOT for Graphviz, and JSON as networkx reads it.

All three hold the same nodes and edges with the same attributes, plain strings and numbers; `solver/graphs/tricks.py`,
`found.py` (`marked`) and `slaps.py` (`digraph`) say what they mean.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    import networkx as nx

_FILLS: Final = {"cycle": "#ffdf8a", "deal": "#d9e8fb", "end": "#cdeccd", "over": "#cdeccd"}
"""Colours of nodes in DOT; others are white."""


def as_graphml(graph: nx.DiGraph[str]) -> str:
    """The graph as GraphML, which networkx, Gephi and yEd read."""
    import networkx as nx

    buffer = BytesIO()
    nx.write_graphml(graph, buffer)
    return buffer.getvalue().decode()


def as_node_link(graph: nx.DiGraph[str]) -> str:
    """The graph as JSON: `graph` (its attributes), `nodes` (each with its `id`), `edges` (`source`, `target`).

    `networkx.node_link_graph(content, edges="edges")` reads it.
    """
    import networkx as nx

    content = nx.node_link_data(graph, edges="edges")
    return msgspec.json.format(msgspec.json.encode(content), indent=1).decode() + "\n"


def as_dot(graph: nx.DiGraph[str]) -> str:
    """The graph as DOT. Besides the attributes there are those that Graphviz draws by: labels, colours, shapes."""
    lines = [f"digraph {_quoted(graph.graph['deck'])} {{"]
    lines += [f"  {_quoted(name)}={_value(value)};" for name, value in graph.graph.items()]
    lines += ['  rankdir="LR";', '  node [shape="box", style="filled", fontname="monospace"];']
    for name, attributes in graph.nodes(data=True):
        lines.append(f"  {_quoted(name)} [{_attributes(attributes | _node_look(attributes))}];")
    for before, after, attributes in graph.edges(data=True):
        look = _attributes(attributes | {"label": _edge_label(attributes)})
        lines.append(f"  {_quoted(before)} -> {_quoted(after)} [{look}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """A string of DOT: within quotation marks only those need an escape, and a backslash, which begins one."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _value(value: object) -> str:
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _attributes(attributes: dict[str, Any]) -> str:
    return ", ".join(f"{_quoted(name)}={_value(value)}" for name, value in attributes.items())


def _node_look(attributes: dict[str, Any]) -> dict[str, str]:
    kind = "cycle" if attributes.get("in_cycle") else attributes["kind"]
    dashed = attributes["kind"] in ("position", "state")
    return {"fillcolor": _FILLS.get(kind, "#ffffff")} | ({"style": "filled,dashed"} if dashed else {})


def _edge_label(attributes: dict[str, Any]) -> str:
    """What is written at an arrow: cards and taker of a trick, or the ticks."""
    if "ticks" in attributes:
        return str(attributes["ticks"])
    return f"{attributes['cards']} {attributes['taker']}{'!' if attributes['slaps'] else ''}"


# --- writing ---

Draw = Callable[[], str]


def write_all(files: list[tuple[Path | None, Draw]]) -> list[Path]:
    """Write what was asked for, each to its new file, and nothing if one of them is there already.

    Raises FileExistsError.
    """
    asked = [(path, draw) for path, draw in files if path is not None]
    for path, _ in asked:
        if path.exists():
            raise FileExistsError(17, "File exists", str(path))
    for path, draw in asked:
        content = draw()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(content)
    return [path for path, _ in asked]
