"""Data about the states: electoral votes, apportionment, census populations, borders, and the parties of 1900."""
