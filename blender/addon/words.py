"""Counts in sentences."""


def quantity(count, one, many):
    """"1 vertex is", "2 vertices are"."""
    return f"{count} {one if count == 1 else many}"
