"""Trees as short texts, for tables of readings: `shape(read("2x")) == "mul(2, x)"`."""

from __future__ import annotations

from fractions import Fraction

from answer_math.tree import Node


def shape(node: Node) -> str:
    """Return a tree as text: literals, letters by name, everything else as kind[:value](children)."""
    if node.kind == "num":
        value = Fraction(node.value)
        return str(value)
    if node.kind == "dec":
        return f"dec({node.value[0]}e-{node.value[1]})"
    if node.kind in ("sym", "const"):
        return str(node.value)
    if node.kind == "rel":
        return (
            "rel("
            + " ".join(
                part
                for pair in zip(map(shape, node.args), (*node.value, ""), strict=True)
                for part in pair
                if part
            )
            + ")"
        )
    head = {"fn": str(node.value), "call": f"call:{node.value}"}.get(node.kind)
    if head is None:
        value = "".join(map(str, node.value)) if isinstance(node.value, tuple) else node.value
        head = node.kind if value in (None, "") else f"{node.kind}:{value}"
    return head + (f"({', '.join(map(shape, node.args))})" if node.args else "")
