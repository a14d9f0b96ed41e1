"""The command that compiles games for a page: wrong arguments write nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hustings.wasm.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--help"], 0, "usage: python -m hustings.wasm"),
        ([], 2, "the following arguments are required: FOLDER"),
        (["out", "--nonsense"], 2, "unrecognized arguments: --nonsense"),
        (["out", "nosuch"], 2, "there is no game 'nosuch'"),
    ],
)
def test_only_folders_and_games_are_taken(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == code
    said = capsys.readouterr()
    assert told in " ".join((said.out + said.err).split())
    assert list(tmp_path.iterdir()) == []
