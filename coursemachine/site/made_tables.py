"""``{made-tables} FOLDER``: when the stored tables of a folder of the checkout were last computed whole, with what."""

from coursemachine.checkout import ROOT
from coursemachine.runs import made
from coursemachine.site.common import MarkdownDirective
from coursemachine.tables import table


def computed(records):
    """Markdown of the table: a row for what was computed on one day with the same versions, the newest first."""
    runs = {}
    for name, record in records.items():
        last = record.get("reproduced", record["made"])
        versions = ", ".join(f"{package} {last[package]}" for package in ("Python", *made.PACKAGES) if package in last)
        runs.setdefault((last["day"], versions), []).append(f"`{name}`")
    rows = [(day, versions, ", ".join(names)) for (day, versions), names in sorted(runs.items(), reverse=True)]
    return table(["last computed", "with", "tables"], rows).data


class MadeTables(MarkdownDirective):
    """``{made-tables} FOLDER``."""

    required_arguments = 1

    def run(self):
        self.env.note_dependency(str(ROOT / self.arguments[0] / made.NAME))
        return self.written(computed(made.read(ROOT / self.arguments[0])), self.name)


def setup(app):
    app.add_directive("made-tables", MadeTables)
