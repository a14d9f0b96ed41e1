"""Play thousands of games at once: one compiled call makes a step in all of them.

Examples:
    >>> from hustings.batch import Batch
    >>> batch = Batch("president", 256, seed=7)
    >>> for _ in range(24):
    ...     observation, rewards, ended = batch.step(batch.choose("random"))
    >>> bool(ended.all()), float(rewards.sum())
    (True, 256.0)
"""

from hustings.batch.many import Batch
from hustings.batch.positions import Positions
from hustings.engine.messages import add_words

__all__ = ["Batch", "Positions"]

add_words("batch", __package__)
