"""The clauses of Electoral College Combat, EC-1 to EC-22, one by one, every option both ways."""
