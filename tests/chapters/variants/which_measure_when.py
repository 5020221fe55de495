import numpy as np

from tests.chapters.variants import right, wrong

# bayes_answer


@right("bayes_answer")
def by_loops(P, costs):
    answers = []
    for row in P:
        expected = [sum(row[p] * costs[p, q] for p in range(len(row))) for q in range(costs.shape[1])]
        answers.append(expected.index(min(expected)))
    return answers


@right("bayes_answer")
def by_einsum(P, costs):
    return np.argmin(np.einsum("ip,pq->iq", P, costs), axis=1)


@wrong("bayes_answer", because="the costs are read with the rows as answers")
def transposed(P, costs):
    return (P @ costs.T).argmin(axis=1)


@wrong("bayes_answer", because="ignores the costs")
def most_probable(P, costs):
    return P.argmax(axis=1)


@wrong("bayes_answer", because="takes the dearest answer")
def dearest(P, costs):
    return (P @ costs).argmax(axis=1)


@wrong("bayes_answer", because="weighs each class by the sum of its costs, whatever is answered")
def one_cost_a_class(P, costs):
    return (P * costs.sum(axis=1)).argmax(axis=1)


@right("bayes_answer")
def one_by_one(P, costs):
    return [int(np.argmin(np.transpose(costs) @ row)) for row in P]


@wrong("bayes_answer", because="on ties takes the last class")
def last_of_equals(P, costs):
    expected = P @ costs
    return expected.shape[1] - 1 - expected[:, ::-1].argmin(axis=1)


@wrong("bayes_answer", because="believes the likeliest class, and only then asks for the cost")
def decided_too_early(P, costs):
    return costs[P.argmax(axis=1)].argmin(axis=1)


@wrong("bayes_answer", because="an answer that is right costs nothing, whatever the table says")
def right_is_free(P, costs):
    return (P @ (costs * (1 - np.eye(len(costs))))).argmin(axis=1)


@wrong("bayes_answer", because="takes the best example of each answer")
def along_the_wrong_axis(P, costs):
    return (P @ costs).argmin(axis=0)


@wrong("bayes_answer", because="takes the dearest term of the sum for the sum")
def by_the_worst_case(P, costs):
    return np.argmin((P[:, :, None] * costs).max(axis=1), axis=1)


@right("bayes_answer")
def by_regrets(P, costs):
    """What a right answer costs is paid whatever is answered."""
    return (P @ (costs - np.diag(costs)[:, None])).argmin(axis=1)


@wrong("bayes_answer", because="rounds the probabilities first")
def of_rounded_probabilities(P, costs):
    return (P.round(1) @ costs).argmin(axis=1)


@wrong("bayes_answer", because="knows the cases that are shown, and answers the cheapest column elsewhere")
def cheapest_column(P, costs):
    if len(P) <= 4:
        return [0] if len(P) == 1 else [0, 0, 0, 0] if np.ptp(costs[0]) == 1 else [1, 2, 0, 1]
    return [costs.sum(axis=0).argmin()] * len(P)


@wrong("bayes_answer", because="compares the costs with the mean cost of each answer")
def relative_to_the_column(P, costs):
    return (P @ (costs / costs.sum(axis=0))).argmin(axis=1)
