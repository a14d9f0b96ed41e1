"""Notices of games over days: who wants which, what is owed to whom, and in which words."""
