"""One test for each clause of each game, named by the clause it proves."""
