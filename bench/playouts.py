"""Whole random games a second, beside OpenSpiel's: what `hustings bench` prints."""

from hustings.cli import main

main(["bench"])
