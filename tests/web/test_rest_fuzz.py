"""Questions that schemathesis makes: a small run of what `tests/web/rest_fuzz.py` does for as long as one likes."""

from __future__ import annotations

from tests.web.rest_fuzz import fuzzed

QUESTIONS = 180


def test_no_question_breaks_the_server_or_gets_an_answer_the_document_does_not_name() -> None:
    seen = fuzzed(QUESTIONS, number=7)
    assert seen["asked"] >= QUESTIONS
    assert not any(name.startswith("answered 5") for name in seen)
    for expected in ("answered 200", "answered 403", "answered 404", "answered 409", "answered 422"):
        assert seen[expected] > 0, seen
