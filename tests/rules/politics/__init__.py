"""The clauses of Politics, PO-1 to PO-10, one by one, every option both ways."""
