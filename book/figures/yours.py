"""*Now yours*: the idea of a lesson on the matrix that a reader carries through the course."""

import numpy as np

from confusion_studies import load_results
from confusion_studies.data.connect4 import CLASSES as WINNERS
from confusion_studies.data.descriptions import CLASSES
from confusion_studies.data.poker import CLASSES as HANDS
from coursemachine import figures
from coursemachine.controls import scene

#: button: (data set, what it is, its classes)
EXAMPLES = {
    "cars": ("car", "Cars, how acceptable they are", ["unacc", "acc", "good", "vgood"]),
    "digits": ("digits", "Handwritten digits, the larger the rarer", list("0123456789")),
    "nursery": ("nursery", "Applications to nursery schools", ["not_recom", "very_recom", "priority", "spec_prior"]),
}
#: Of what is dealt: data set: (what it is, its classes)
DEALT = {
    "car": ("Cars, how acceptable they are", CLASSES["car"][1]),
    "connect-4": ("Games of connect-4, who wins", WINNERS),
    "nursery": ("Applications to nursery schools", CLASSES["nursery"][1]),
    "poker": ("Hands of poker", HANDS),
    "pendigits": ("Digits written with a pen", CLASSES["pendigits"][1]),
    "segment": ("Patches of outdoor photographs", CLASSES["segment"][1]),
}
#: depth: the weak learners of AdaBoost.MM
LEARNERS = {1: "stumps", 5: "trees of depth 5"}
#: idea: (title, question, where its control stands)
IDEAS = {
    "accuracy": ("accuracy, and who pays", "Which class pays for the accuracy?", {}),
    "cost": ("costs of errors", "How costly may the errors of the class that pays become?", {"k": 10}),
    "duel": ("what balancing balances", "From which probability on is the rarest class predicted?", {}),
    "leaves": ("predictions as leaves", "Which leaf would have another name?", {"impurity": "Gini"}),
    "promise": ("promised norm", "How many examples are missing, and of which class?", {"allowance": 0.1}),
    "stream": ("the radius of a stream", "How many more of the rarest class until another one decides?", {"times": 1}),
    "noise": ("if these were rates of wrong labels", "Which class comes closest to losing its name?", {}),
    "unmix": ("if some labels were wrong", "How many of the errors could be wrong labels?", {"wrong": 0.02}),
    "round": ("a first round", "Which class will the second round look at?", {}),
    "chain": ("norm, sum and edge", "How far is the norm below its bound?", {}),
    "forced": ("what the norm forces", "Which error would you not believe in a table?", {"part": 0.2}),
    "shift": ("the weights of the shift", "How much more does the rarest class weigh?", {}),
    "rule": ("a matrix of costs", "Which prediction gets another name first?", {"k": 10, "shares": "as counted"}),
    "floor": ("a floor for the norm", "How much of the norm could other names save?", {}),
    "frontier": ("a frontier", "Which price of the error brings the predictions back as they are?", {"price": 1}),
    "gains": ("the gains of macro-F1", "Which prediction costs macro-F1 most?", {}),
    "folds": ("folds, and all together", "Is the mean of the folds' norms the norm of all?", {"folds": 10}),
}


def matrix_of(whose, labels, row):
    """What a scene takes: whose matrix it is, its classes and the counts of a stored row."""
    return {"whose": whose, "labels": labels, "N": np.array(row["counts"].split(), dtype=int).reshape(len(labels), -1)}


def examples():
    """By their buttons, those of logistic regression on the first test fold of `today`."""
    of = {"noise": "none", "family": "logistic", "rival": "argmax", "fold": 0}
    rows = {row["data"]: row for row in load_results("today") if of.items() <= row.items()}
    return {
        name: matrix_of(f"{what}; logistic regression, on a test fold", labels, rows[data])
        for name, (data, what, labels) in EXAMPLES.items()
    }


def dealt():
    """A dozen of boosting's own, of ten test folds together: two numbers that follow each other have other data."""
    of = {"algorithm": "AdaBoost.MM", "step": "exact", "shift": 0, "fold": -1, "rounds": 200}
    rows = {(row["data"], row["depth"]): row for row in load_results("combo_table") if of.items() <= row.items()}
    return [
        matrix_of(f"{what}; AdaBoost.MM with {learners}, ten test folds together", labels, rows[data, depth])
        for depth, learners in LEARNERS.items()
        for data, (what, labels) in DEALT.items()
    ]


def yours(idea):
    """An idea on the reader's own matrix, or on an example; the first lesson deals one to who has none."""
    title, question, at = IDEAS[idea]
    given = examples()
    first, ax = figures.subplots(width=2.7, height=2.2)
    figures.matrix_cells(ax, given["cars"]["N"], given["cars"]["labels"], format=".0f")
    title = f"Now yours: {title}"
    caption = f"{title}. Before you have read a matrix on the page Your own matrix, it is one of cars."
    alt = "A confusion matrix, the entries that make its norm framed in red, and bars; a sentence has their numbers."
    words = {"title": title, "caption": caption, "question": question, "alt": alt}
    of = {"idea": idea, "examples": given, "dealt": dealt() if idea == "accuracy" else []}
    return scene("yours", **words, picture=first, at={"whose": ""} | at, **of)
