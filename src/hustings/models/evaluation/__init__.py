"""Evaluations of language models: duplicate games, transcripts, and a report with promises kept and broken.

Nothing here knows a game's rules, and nothing is sent anywhere but to the entrants that were named.
"""

from hustings.models.evaluation.evaluate import Evaluation, evaluate
from hustings.models.evaluation.model import Question, Reply, Scripted
from hustings.models.evaluation.report import sections

__all__ = ["Evaluation", "Question", "Reply", "Scripted", "evaluate", "sections"]
