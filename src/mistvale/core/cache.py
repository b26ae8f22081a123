"""The compile cache: never runs stale code, recompiles only what depends on a change.

Each compiled door is a file of its own, named by the digest of all that its machine code follows from
(`lineage.py`): there is no index that two processes could quarrel about, and nothing that could be taken for something
else. A file is written whole or not at all; whatever is torn, foreign or for another signature is no cache file. No
path of this machine is in it, so a folder of compiled rules can be moved, copied and shipped.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs
from numba.core import serialize

from . import lineage, shipped

if TYPE_CHECKING:
    from .compiling import Rule

log = logging.getLogger(__name__)

MAGIC = b"Mistvale door 2\n"
CHECKSUM_BYTES = hashlib.sha256().digest_size
DAY = 24 * 3600.0
UNUSED_DAYS = 60.0  # after which a file is taken away
OTHERS_MAY_WRITE = 0o022


def cache_folder() -> Path:
    """Where compiled rules are kept: MISTVALE_CACHE, or the user's cache folder."""
    named = os.environ.get("MISTVALE_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("mistvale")) / "doors"


class RuleCache:
    """The cache of one rule, as Numba asks for it."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    @property
    def cache_path(self) -> str:
        return str(cache_folder())

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled rule, None if it is not there or not to be trusted."""
        target.refresh()
        for read_from in (self.own, self.installed):
            # Whatever is wrong with a file, the answer is to compile again.
            with contextlib.suppress(Exception):
                content = read_from(signature, target.codegen())
                kept = pickle.loads(content) if content else None
                if kept and kept["signature"].args == tuple(signature):
                    return self._rule.restored(kept, target)
        return None

    def own(self, signature: Any, codegen: Any) -> bytes | None:
        """What was compiled on this machine."""
        digest = lineage.digest(self._rule, signature, codegen)
        return read(self.file(digest), digest)

    def installed(self, signature: Any, codegen: Any) -> bytes | None:
        """What was installed with the package of compiled rules, if there is one for this processor."""
        found = self.shipped(signature, codegen)
        return checked(found[0].read_bytes(), found[1]) if found else None

    def shipped(self, signature: Any, codegen: Any) -> tuple[Path, str] | None:
        """The file of that package which would have it, and its digest."""
        folder, kind = shipped.folder(), shipped.kind_here()
        if folder is None or kind is None:
            return None
        digest = lineage.digest(self._rule, signature, shipped.Portable(codegen, kind))
        return folder / self.name(digest), digest

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled rule. A full or read-only disk costs the next start a compilation, and nothing else."""
        from .compiling import kept

        content = kept(result)
        if content is not None:
            digest = lineage.digest(self._rule, signature, result.library.codegen)
            with contextlib.suppress(OSError):
                write(self.file(digest), digest, serialize.dumps(content))

    def holds(self, signature: Any, codegen: Any) -> bool:
        """Whether there is a file for this signature."""
        if self.file(lineage.digest(self._rule, signature, codegen)).is_file():
            return True
        found = self.shipped(signature, codegen)
        return found is not None and found[0].is_file()

    def name(self, digest: str) -> str:
        return f"{self._rule.py_func.__name__}-{digest}.door"

    def file(self, digest: str) -> Path:
        return cache_folder() / self.name(digest)


def read(path: Path, digest: str) -> bytes:
    """What was written under a digest; raises if it is torn, foreign, or if somebody else could have written it."""
    if not is_private(path.parent):
        raise PermissionError(f"{path.parent} may be written by others")
    with path.open("rb") as file:
        if not is_ours(os.fstat(file.fileno())):
            raise PermissionError(f"{path} may be written by others")
        data = file.read()
    content = checked(data, digest)
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)  # it is in use
    return content


def checked(data: bytes, digest: str) -> bytes:
    """The content of a file; raises if it is torn, or was written under another digest."""
    content = data[len(MAGIC) + CHECKSUM_BYTES :]
    if data[: -len(content)] != heading(digest, content):
        raise ValueError("the file is torn, or holds something else")
    return content


def heading(digest: str, content: bytes) -> bytes:
    """What stands before the content of a file: it fits no other content, and no other digest."""
    return MAGIC + hashlib.sha256(digest.encode() + content).digest()


@functools.cache
def is_private(folder: Path) -> bool:
    """Whether others can put nothing into a folder. Told once where they can: each start compiles anew there."""
    found = is_ours(folder.stat())
    if not found:
        log.warning("compiled rules in %s are not used, since others may write there: chmod 700", folder)
    return found


def is_ours(status: os.stat_result) -> bool:
    """Whether nobody but this user, or the system's, can have written a file or into a folder: what is there is run."""
    # Folders that are made here are for their owner alone (0700). One that others may read, 0755 as images and packages
    # have it, is taken as well: reading gives nobody a way in, and nothing in it is a secret.
    if sys.platform == "win32":
        return True
    return status.st_uid in (0, os.geteuid()) and not status.st_mode & OTHERS_MAY_WRITE


def write(path: Path, digest: str, content: bytes) -> None:
    """Write a file whole, or not at all: it gets its name when all of it is there."""
    path.parent.mkdir(0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(heading(digest, content) + content)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def sweep(folder: Path | None = None) -> int:
    """Take away what was not used for long and what killed processes left half written; how many files that was."""
    gone = 0
    for path in sorted((folder or cache_folder()).glob("*.door*")):
        with contextlib.suppress(OSError):
            age = (time.time() - path.stat().st_mtime) / DAY
            if age > (UNUSED_DAYS if path.suffix == ".door" else 1.0):
                path.unlink()
                gone += 1
    return gone
