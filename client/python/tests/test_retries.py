from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from certificate_provisioning_client._retry import RetryRules, pause_after_answer, pause_after_failure

RULES = RetryRules(max_retries=3, max_wait=60)
CASES: Any = json.loads((Path(__file__).parents[2] / "cases" / "retries.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["cases"], ids=lambda case: str(case["name"]))
def test_every_case_of_all_languages(case: dict[str, Any]) -> None:
    """Cases for the clients of all languages: those of TypeScript and Go read the same file."""
    is_repeatable = not case.get("hasIfMatch", False)
    for _ in range(100):
        if "status" in case:
            pause = pause_after_answer(RULES, case["retries"], is_repeatable, case["status"], case.get("headers", {}))
        else:
            pause = pause_after_failure(RULES, case["retries"], is_repeatable)
        if case["pause"] is None:
            assert pause is None
        else:
            least, most = case["pause"]
            assert pause is not None and least <= pause <= most
