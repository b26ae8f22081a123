"""What people notice of bots that think: how the measured times become one figure."""

from bench.crowd import Played
from bench.thinking import Found


def test_the_ratio_is_the_median_of_turns():
    """A turn that was disturbed by something else does not decide."""
    found = Found(matches=1, bots=1)
    for quiet, beside in ((1.0, 2.0), (2.0, 2.0), (1.0, 9.0)):
        found.quiet.append(Played(times=[quiet] * 10))
        found.beside.append(Played(times=[beside] * 10))
    assert found.ratio(0.99) == 2.0


def test_slow_moves_count_where_they_are_looked_for():
    """One move in twenty takes ten times as long: half of all notice nothing, the slowest hundredth does."""
    found = Found(matches=1, bots=1, quiet=[Played(times=[0.01] * 100)])
    found.beside.append(Played(times=[0.01] * 95 + [0.1] * 5))
    assert found.ratio(0.5) == 1.0
    assert found.ratio(0.99) == 10.0
