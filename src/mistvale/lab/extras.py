"""What the lab needs beyond Mistvale itself, and what to do where it is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """A library that is not installed, though this part of the lab is made of it."""


@contextmanager
def needed(library: str, extra: str = "lab") -> Iterator[None]:
    """Import a library; where there is none, say how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f"this needs {library}, which is not installed; get it with: pip install 'mistvale[{extra}]'",
            name=error.name,
        ) from None
