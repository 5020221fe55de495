// What the page's editor is made of; vendor_bundle.js makes one file of it and of the packages it names.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

// The classes of the page's own highlighting: its colours hold here too, in both modes.
const classes = [
  [tags.comment, "c1"],
  [tags.string, "s2"],
  [tags.special(tags.string), "s1"],
  [tags.docString, "sd"],
  [tags.escape, "se"],
  [tags.number, "mi"],
  [tags.keyword, "k"],
  [tags.operatorKeyword, "ow"],
  [tags.moduleKeyword, "kn"],
  [tags.bool, "kc"],
  [tags.null, "kc"],
  [tags.self, "bp"],
  [tags.operator, "o"],
  [tags.function(tags.definition(tags.variableName)), "nf"],
  [tags.definition(tags.className), "nc"],
  [tags.meta, "nd"],
  [tags.variableName, "n"],
  [tags.propertyName, "n"],
  [tags.punctuation, "p"],
];
const highlighter = tagHighlighter(classes.map(([tag, name]) => ({ tag, class: name })));

export function makeEditor({ parent, text, label, run, changed }) {
  const start = () => (run(), true);
  let quiet = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ activateOnTyping: false }),
        highlightActiveLine(),
        indentUnit.of("    "),
        python(),
        syntaxHighlighting(highlighter),
        keymap.of([
          { key: "Shift-Enter", run: start },
          { key: "Mod-Enter", run: start },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          indentWithTab, // Escape, then Tab leaves: the view itself knows that
        ]),
        EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", autocorrect: "off", spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => update.docChanged && !quiet && changed(update.state.doc.toString())),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    set(words) {
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: words } });
      quiet = false;
    },
  };
}
