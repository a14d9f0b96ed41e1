"""Workers for matches, studies, evaluations and sampling: threads, processes or a Ray cluster.

Results and their order do not depend on the workers. A piece of work is any object that travels to another process; a
function at the top of a module does it. Its text names it in errors: "deals 0 to 3".
"""

from hustings.arena.workers.local import hire, results
from hustings.arena.workers.tasks import Kept, Workers, processors

__all__ = ["Kept", "Workers", "hire", "processors", "results"]
