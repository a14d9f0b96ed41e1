"""Evaluations of language models: duplicate games, transcripts, and a report with promises kept and broken.

This package contains no rules of any game, and it sends data only to the entrants that its caller names.
"""

from hustings.models.evaluation.evaluate import Evaluation, evaluate
from hustings.models.evaluation.model import Question, Reply, Scripted
from hustings.models.evaluation.report import sections

__all__ = ["Evaluation", "Question", "Reply", "Scripted", "evaluate", "sections"]
