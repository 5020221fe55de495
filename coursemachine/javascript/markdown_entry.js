// What reads the Markdown of outputs; vendor_bundle.js makes one file of it.
import MarkdownIt from "markdown-it";

export const makeMarkdown = (options) => new MarkdownIt(options);
