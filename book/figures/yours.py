"""*Now yours*: the idea of a lesson on the matrix that a reader carries through the course."""

import numpy as np

from confusion_studies import load_results
from coursemachine import figures
from coursemachine.controls import scene

#: button: (data set, what it is, its classes)
EXAMPLES = {
    "cars": ("car", "Cars, how acceptable they are", ["unacc", "acc", "good", "vgood"]),
    "digits": ("digits", "Handwritten digits, the larger the rarer", list("0123456789")),
    "nursery": ("nursery", "Applications to nursery schools", ["not_recom", "very_recom", "priority", "spec_prior"]),
}
#: idea: (title, question, where its control stands)
IDEAS = {
    "accuracy": ("accuracy, and who pays", "Which class pays for the accuracy?", {}),
    "cost": ("costs of errors", "How costly may the errors of the class that pays become?", {"k": 10}),
    "promise": ("promised norm", "How many examples are missing, and of which class?", {"allowance": 0.1}),
    "shift": ("the weights of the shift", "How much more does the rarest class weigh?", {}),
}


def yours(idea):
    """An idea on the reader's own matrix, or on those of logistic regression on the first test fold of `today`."""
    title, question, at = IDEAS[idea]
    of = {"noise": "none", "family": "logistic", "rival": "argmax", "fold": 0}
    told = {row["data"]: row["counts"].split() for row in load_results("today") if of.items() <= row.items()}
    examples = {}
    for name, (data, what, labels) in EXAMPLES.items():
        N = np.array(told[data], dtype=int).reshape(len(labels), -1)
        examples[name] = {"whose": f"{what}; logistic regression, on a test fold", "labels": labels, "N": N}
    first, ax = figures.subplots(width=2.7, height=2.2)
    figures.matrix_cells(ax, examples["cars"]["N"], examples["cars"]["labels"], format=".0f")
    title = f"Now yours: {title}"
    caption = f"{title}. Before you have read a matrix on the page Your own matrix, it is one of cars."
    alt = "A confusion matrix, the entries that make its norm framed in red, and bars; a sentence has their numbers."
    words = {"title": title, "caption": caption, "question": question, "alt": alt}
    return scene("yours", **words, picture=first, at={"whose": ""} | at, idea=idea, examples=examples)
