"""Whole random games a second, beside OpenSpiel's and those of a plain C program: what `hustings bench` prints."""

from hustings.cli import main

main(["bench"])
