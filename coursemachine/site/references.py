"""The bibliography: labelled as the text cites, a letter behind equal years, and the way back to the text."""

from collections import defaultdict

import pybtex.plugin
from docutils import nodes
from pybtex.style.formatting.unsrt import Style as Unsrt
from pybtex.style.labels import BaseLabelStyle
from sphinx.util.nodes import clean_astext


def authors(entry):
    """The authors as a citation names them: "Louche and Ralaivola", "Crammer et al."."""
    parts = [person.rich_prelast_names + person.rich_last_names for person in entry.persons["author"]]
    names = [" ".join(map(str, part)) for part in parts]
    return " and ".join(names) if len(names) < 3 else f"{names[0]} et al."


class LabelStyle(BaseLabelStyle):
    """Labels as in the text: "Koço and Capponi, 2013a"."""

    def format_labels(self, sorted_entries):
        for entry in sorted_entries:
            yield f"{authors(entry)}, {entry.fields['year']}"


class Style(Unsrt):
    """Entries by author, year and title, with these labels."""

    name = "book"
    default_label_style = LabelStyle
    default_sorting_style = "author_year_title"


def tell_years_apart(app, env, docnames):
    """Give works of the same authors and year a letter, in the text and in the list, by title."""
    alike = defaultdict(list)
    for entry in env.get_domain("cite").bibdata.data.entries.values():
        alike[authors(entry), entry.fields["year"][:4]].append(entry)
    for (_, year), entries in alike.items():
        for letter, entry in zip("abcdefgh", sorted(entries, key=lambda entry: entry.fields["title"])):
            entry.fields["year"] = year + letter if len(entries) > 1 else year


def lead_back(app, doctree, docname):
    """Say under each entry where it is cited."""
    domain, env = app.env.get_domain("cite"), app.env
    here = [citation for citation in domain.citations if citation.bibliography_key.docname == docname]
    keys = {citation.citation_id: citation.key for citation in here}
    for citation in list(doctree.findall(nodes.citation)):
        key = keys.get(citation["ids"][0])
        places = [place for place in domain.citation_refs if key in {target.key for target in place.targets}]
        first = {place.docname: place for place in reversed(places)}
        links = nodes.paragraph("", "Cited in: ", classes=["cited-in"])
        for page in (page for page in env.collect_relations() if page in first):
            uri = f"{app.builder.get_relative_uri(docname, page)}#{first[page].citation_ref_id}"
            link = nodes.reference("", clean_astext(env.titles[page]), refuri=uri, internal=True)
            links += [nodes.Text("; "), link] if len(links) > 1 else [link]
        if first:
            citation += links


def setup(app):
    pybtex.plugin.register_plugin("pybtex.style.formatting", "book", Style)
    app.setup_extension("sphinxcontrib.bibtex")
    app.connect("env-before-read-docs", tell_years_apart)
    app.connect("doctree-resolved", lead_back)
