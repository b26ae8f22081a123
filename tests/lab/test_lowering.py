"""What is changed in LLVM's text before it becomes code of a card: every loop is told to stay one."""

from __future__ import annotations

import re

from mistvale.lab.lowering import FIRST_NODE, loops_kept, with_loops_kept

COUNTS = """
define i64 @"counts"(i64 %".1") {
entry:
  br label %"B2"
B2:
  br i1 %".3", label %"B4", label %"B6"
B4:
  br label %"B2"
B6:
  br i1 %".9", label %"B2", label %"B8"
B8:
  ret i64 0
}

define i64 @"chooses"(i64 %".1") {
entry:
  br i1 %".2", label %"B2", label %"B4"
B4:
  ret i64 0
B2:
  ret i64 1
}
"""
NOTED = re.compile(r", !llvm.loop !(\d+)$")


def test_who_goes_back_up_is_told_to_stay_a_loop() -> None:
    kept = loops_kept(COUNTS).splitlines()
    told = [line.strip() for line in kept if NOTED.search(line)]
    assert [NOTED.sub("", line) for line in told] == [
        'br label %"B2"',
        'br i1 %".9", label %"B2", label %"B8"',
    ]
    nodes = [int(found[1]) for line in told if (found := NOTED.search(line))]
    assert len(set(nodes)) == 2
    for node in nodes:
        assert f"!{node} = distinct !{{!{node}, !{FIRST_NODE}}}" in kept
    assert f'!{FIRST_NODE} = !{{!"llvm.loop.unroll.disable"}}' in kept


def test_nothing_else_changes() -> None:
    kept = [NOTED.sub("", line) for line in loops_kept(COUNTS).splitlines() if not line.startswith("!")]
    assert kept == COUNTS.splitlines()


def test_all_modules_of_a_kernel_are_told() -> None:
    got: list[str] = []
    with_loops_kept(lambda modules, **options: got.extend(modules))([COUNTS, COUNTS], arch="sm_90")
    assert got == [loops_kept(COUNTS)] * 2
