# SPDX-License-Identifier: GPL-3.0-or-later
"""A sample of twins_of_answers.py: answers of the generator give the same results by the machine and by Triton's interpreter."""

import twins_of_answers

COUNT = 10


def test_answers_are_equal_by_either(machine, tmp_path):
    tasks = [{"index": index, **task} for index, task in enumerate(twins_of_answers.generated(COUNT, seed=7)[:COUNT])]
    results = twins_of_answers.compare(tasks, machine, tmp_path)
    assert [(task["id"], problem) for task, problem, *_ in results if problem] == []
    assert sum(ran for _, _, ran, _ in results) >= COUNT // 2
