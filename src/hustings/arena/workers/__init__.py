"""Workers for matches, studies, evaluations and sampling: threads, processes or a Ray cluster.

Results and their order do not depend on the workers. A piece of work is any object that can be pickled, and a function
at the top level of a module does the work. Errors name a piece of work by its text, such as "deals 0 to 3".
"""

from hustings.arena.workers.local import hire, results
from hustings.arena.workers.tasks import Kept, Workers, processors

__all__ = ["Kept", "Workers", "hire", "processors", "results"]
