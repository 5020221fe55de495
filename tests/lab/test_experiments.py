"""The command line of the long runs."""

import shutil
import subprocess
import sys

import pytest

from confusion.lab.experiments import RESULTS
from confusion.lab.experiments.__main__ import GROUPS, MODULES, main
from confusion.lab.experiments.slices import adopt
from confusion.lab.experiments.stored import key_of


@pytest.fixture
def stored(tmp_path):
    """A copy of one table, with its provenance."""
    for end in ("csv", "json"):
        shutil.copy(RESULTS / f"copa_readings.{end}", tmp_path)
    return tmp_path


def change(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_command_line_knows_every_stored_table(capsys):
    assert {path.stem for path in RESULTS.glob("*.csv")} == {name for group in GROUPS.values() for name in group}
    with pytest.raises(SystemExit) as stop:
        main(["nothing"])
    assert stop.value.code == 2
    told = capsys.readouterr().err
    assert "invalid choice: 'nothing'" in told and all(name in told for name in GROUPS)
    with pytest.raises(SystemExit):
        main([])
    assert "which experiment? one of" in capsys.readouterr().err


def test_every_experiment_says_what_its_tasks_and_rows_are():
    for module in MODULES.values():
        assert module.__doc__ and module.tasks.__doc__ and module.run.__doc__, module.NAME
        tasks = [key_of(module.KEY, task) for task in module.tasks()]
        assert tasks and len(set(tasks)) == len(tasks), module.NAME
        assert isinstance(module.ROW_KEY, tuple)


def test_help_names_the_experiments():
    command = [sys.executable, "-W", "error", "-m", "confusion.lab.experiments", "--help"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0 and answer.stderr == ""
    assert all(name in answer.stdout for name in GROUPS)


def test_a_stale_table_is_told_and_a_changed_one_refused(stored, capsys):
    assert main(["copa_readings", "--status", "--out", str(stored)]) == 0
    change(stored / "copa_readings.json", '"confusion.metrics": "', '"confusion.metrics": "x')
    assert main(["copa_readings", "--status", "--out", str(stored)]) == 0
    assert "stale" in (told := capsys.readouterr().out) and "changed since: " in told and "confusion.metrics" in told
    assert told.splitlines()[-1] == "1 tables: 1 stale"
    change(stored / "copa_readings.csv", "0.93092042", "0.93092043")
    assert main(["copa_readings", "--status", "--out", str(stored)]) == 1
    told = capsys.readouterr().out
    assert "changed" in told and "copa_readings.csv, lines 2 to 101: the rows of 0 | COPA" in told
    (stored / "copa_readings.json").unlink()
    assert main(["copa_readings", "--status", "--out", str(stored)]) == 1
    (stored / "copa_readings.csv").unlink()
    assert main(["copa_readings", "--status", "--out", str(stored)]) == 1
    assert "missing" in capsys.readouterr().out


def test_a_table_that_lacks_rows_is_refused(stored, capsys):
    table = stored / "copa_readings.csv"
    table.write_text("".join(table.read_text().splitlines(keepends=True)[:-1]))
    assert main(["copa_readings", "--status", "--out", str(stored)]) == 1
    assert "rows of 1 tasks are missing, the first is 10 | max-hinge PA" in capsys.readouterr().out


def test_an_unfinished_run_is_told(stored, capsys):
    (stored / "copa_readings.partial.jsonl").write_text("")
    main(["copa_readings", "--status", "--out", str(stored)])
    assert "a run of it is unfinished" in capsys.readouterr().out


def test_adopting_recomputes_slices_and_renews_the_digests_only(stored, capsys):
    record, table = stored / "copa_readings.json", (stored / "copa_readings.csv").read_bytes()
    before = record.read_text()
    change(record, '"confusion.metrics": "', '"confusion.metrics": "x')
    assert main(["copa_readings", "--adopt", "--seed", "spring", "--slices", "2", "--out", str(stored)]) == 0
    told = capsys.readouterr().out
    assert "seed of the slices: spring" in told and told.count("grid") == 2
    after = record.read_text()
    assert '"confusion.metrics": "x' not in after and '"seed": "spring"' in after
    assert before[: before.index('"adopted"')] == after[: after.index('"adopted"')], "when it was made stays"
    assert (stored / "copa_readings.csv").read_bytes() == table


def test_a_table_is_not_adopted_if_a_slice_differs_or_a_row_was_changed(stored, monkeypatch):
    module, record = MODULES["copa_readings"], stored / "copa_readings.json"
    change(record, '"confusion.metrics": "', '"confusion.metrics": "x')
    before, run = record.read_bytes(), module.run
    with monkeypatch.context() as patch:
        patch.setattr(module, "run", lambda task, **o: [row | {"norm": row["norm"] * 1.001} for row in run(task, **o)])
        with pytest.raises(ValueError, match=r"copa_readings is not adopted, \d+ numbers differ:\n.*norm is stored as"):
            adopt(module, folder=stored, k=1)
    assert record.read_bytes() == before
    change(stored / "copa_readings.csv", "0.93092042", "0.93092043")
    with pytest.raises(ValueError, match="copa_readings is changed"):
        adopt(module, folder=stored, k=1)
    assert record.read_bytes() == before
