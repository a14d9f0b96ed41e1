"""Parts of a package that need no extra can be had without it."""

from __future__ import annotations

import subprocess
import sys


def test_put_needs_no_pytest() -> None:
    program = "import sys; sys.modules['pytest'] = None; from hustings.testing import add, put; print(put.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("put\n", 0), done.stderr
