"""Players of all kinds against real servers to which the worst happens; afterwards the store is held to its word.

`python -m tests.deep.soak --minutes 60` (`make soak`) lets people play over REST and WebSockets, meet in the lobby and
by quick match, run out of time, chat, follow and invite each other, play for ratings, hold tournaments, have notices
sent, let programs play, delete their accounts, read slowly, lie, and come back in storms. Meanwhile servers and
database are killed as by a power cut, or hang; the disk is full for some seconds; the clock of the servers jumps (where
`MISTVALE_FAKETIME` names libfaketime's library). Whatever was acknowledged stands in a ledger. In the end everything in
it has to be in the store, once, every table must fold, every finished match must verify, and no server may have said
anything of a mistake.

- `world.py`: the servers and whoever starts them again; `faults.py`: what happens to them; `health.py`: what they cost.
- `players.py`, `strangers.py`, `members.py`, `contestants.py`, `nuisances.py`: who comes. A new kind of player is a
  class in `KINDS`.
- `../ledger.py`: what was promised; `kept.py`: whether it was kept. A new promise is a function in `CHECKS` of one.
"""
