"""The clauses of U.S. President, UP-1 to UP-12, one by one, every option both ways."""
