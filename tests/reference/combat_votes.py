"""Electors of the 51 numbered cards of Electoral College Combat, one column for each `votes` option."""

from __future__ import annotations

VOTES_COLUMNS = ("2012", "2024", "2004", "1992", "1984", "1972", "1964")
VOTES_TABLE = """
AK 3 3 3 3 3 3 3
AL 9 9 9 9 9 9 10
AR 6 6 6 6 6 6 6
AZ 11 11 10 8 7 6 5
CA 55 54 55 54 47 45 40
CO 9 10 9 8 8 7 6
CT 7 7 7 8 8 8 8
DC 3 3 3 3 3 3 3
DE 3 3 3 3 3 3 3
FL 29 30 27 25 21 17 14
GA 16 16 15 13 12 12 12
HI 4 4 4 4 4 4 4
IA 6 6 7 7 8 8 9
ID 4 4 4 4 4 4 4
IL 20 19 21 22 24 26 26
IN 11 11 11 12 12 13 13
KS 6 6 6 6 7 7 7
KY 8 8 8 8 9 9 9
LA 8 8 9 9 10 10 10
MA 11 11 12 12 13 14 14
MD 10 10 10 10 10 10 10
ME 4 4 4 4 4 4 4
MI 16 15 17 18 20 21 21
MN 10 10 10 10 10 10 10
MO 10 10 11 11 11 12 12
MS 6 6 6 7 7 7 7
MT 3 4 3 3 4 4 4
NC 15 16 15 14 13 13 13
ND 3 3 3 3 3 3 4
NE 5 5 5 5 5 5 5
NH 4 4 4 4 4 4 4
NJ 14 14 15 15 16 17 17
NM 5 5 5 5 5 4 4
NV 6 6 5 4 4 3 3
NY 29 28 31 33 36 41 43
OH 18 17 20 21 23 25 26
OK 7 7 7 8 8 8 8
OR 7 8 7 7 7 6 6
PA 20 19 21 23 25 27 29
RI 4 4 4 4 4 4 4
SC 9 9 8 8 8 8 8
SD 3 3 3 3 3 4 4
TN 11 11 11 11 11 10 11
TX 38 40 34 32 29 26 25
UT 6 6 5 5 5 4 4
VA 13 13 13 13 12 12 12
VT 3 3 3 3 3 3 3
WA 12 12 11 11 10 9 9
WI 10 10 10 11 11 11 12
WV 5 4 5 5 6 6 7
WY 3 3 3 3 3 3 3
"""


def votes_of(column: str) -> dict[str, int]:
    """Electors of each of the 51 numbered cards in one apportionment."""
    index = VOTES_COLUMNS.index(column) + 1
    return {row.split()[0]: int(row.split()[index]) for row in VOTES_TABLE.strip().splitlines()}
