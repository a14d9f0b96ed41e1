"""What happens at a table by itself: bots, clocks, and stand-ins for people who are away."""
