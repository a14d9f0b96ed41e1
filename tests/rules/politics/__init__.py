"""The clauses of Politics, PO-1 to PO-13, one by one, every option both ways."""
