"""Figure 5 of the UMA paper, on the stand-ins for Reuters: error and confusion rate per update, four selections.

The classes of one stand-in have one topic each, those of the other four.

Labels "g" are those of the protocol, "redrawn" have the same noise matrix and are independent of x given the class.
"""

from confusion_studies.uma import competitors as learners
from confusion_studies.uma.protocol import DATA, draw, features

NAME = "uma_selection"
KEY = ("data", "labels", "selection", "run")
ROW_KEY = ("iteration",)
ROWS = 3950

SELECTIONS = ("error", "confusion", "random", "mass")
RUNS = 10

#: updates after which the iterate is measured
CHECKPOINTS = (*range(11), 12, 14, 16, 18, 20, 25, 30, 40, 50, 70, 100, 150, 200, 300)


def tasks():
    """One task per data set, kind of labels, selection and run."""
    return [
        {"data": data, "labels": labels, "selection": selection, "run": run}
        for data in ("stand-in", "stand-in, 4 topics")
        for run in range(RUNS)
        for labels in ("g", "redrawn")
        for selection in SELECTIONS
    ]


def run(task, last=CHECKPOINTS[-1]):
    """One row per checkpoint up to `last` updates."""
    sample = draw(features(task["data"]), DATA[task["data"]]["m"], task["run"])
    uma, rows = learners.uma_classifier(sample, sample.C, task["selection"], max_iter=last), []
    for model in uma.path(*learners.seen(sample, task["labels"])):
        if model.n_iter_ in CHECKPOINTS or model.stop_reason_:
            measures = learners.evaluate(sample, model.predict(sample.data.X_test))
            rows.append({**task, "iteration": model.n_iter_, **measures, "estimated": model.estimated_errors_[-1]})
    return rows
