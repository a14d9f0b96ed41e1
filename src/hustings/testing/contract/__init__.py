"""All tests of the contract suite; a module of tests imports them with `*` and defines `GAMES`."""

from hustings.testing.contract.test_chance import *
from hustings.testing.contract.test_check import *
from hustings.testing.contract.test_compiled import *
from hustings.testing.contract.test_declared import *
from hustings.testing.contract.test_leaks import *
from hustings.testing.contract.test_moves import *
from hustings.testing.contract.test_observations import *
from hustings.testing.contract.test_reference import *
from hustings.testing.contract.test_sizes import *
from hustings.testing.contract.test_symmetry import *
from hustings.testing.contract.test_tables import *
