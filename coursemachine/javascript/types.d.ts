// What the front ends share with the page around them and with each other; read by the type check only.

interface Window {
  MathJax?: { startup: { typeset: boolean; promise?: Promise<void> }; options?: { enableMenu: boolean }; typesetPromise?(nodes: Element[]): Promise<void> };
  bootstrap?: { Tooltip: { getInstance(node: Element): { setContent(parts: Record<string, string>): void } | null } };
  /** For those who test the page. */
  liveSession?: object;
}
/** The theme's. */
declare function toggleFullScreen(): void;
/** The front end of the figures, which every page loads first. */
declare const front: typeof import("../controls/static/front.js");
/** Sphinx's own. */
declare const DOCUMENTATION_OPTIONS: { pagename: string };
declare const Search: any;
declare const stopwords: string[];
declare function splitQuery(text: string): string[];
declare class Stemmer {
  stemWord(word: string): string;
}
/** The front end of the figures as a module, which site/live_python.py writes. */
declare module "*/figures.js" {
  const front: { render(view: { model: object; el: HTMLElement }): () => void };
  export default front;
  export const css: string;
  export function drawing(text: string): SVGElement;
  export function kept(name: string, of?: string): { get(empty?: object): any; set(all: object): boolean };
  export function save(blob: Blob, file: string): void;
}

/** Python in the page: coursemachine/live/page. */
declare namespace Live {
  /** Data of an output by mime type, as a notebook has them; with its metadata, from the worker with a figure's model. */
  interface Bundle {
    [type: string]: any;
    panels?: string[];
    model?: string;
  }
  interface Output {
    output_type: string;
    name?: string;
    text?: string;
    data: Bundle;
  }
  interface PythonError {
    kind: string;
    words: string;
    line: number | null;
    /** What to do, where the kernel knows better than the kind. */
    hint?: string;
    traceback: string;
  }
  interface Result {
    outputs: Bundle[];
    printed: string;
    warned: string;
    error?: PythonError | null;
    seconds?: number;
    /** Why its packages did not come. */
    missing_packages?: string;
    /** The worker was ended before there was a result. */
    ended?: boolean;
  }
  interface Editor {
    focus(): void;
    set(text: string): void;
    close(): void;
  }
  interface EditorEvents {
    run(): void;
    changed(text: string): void;
  }
  /** A cell as the page shows it; `pre` and what follows are missing where its code is left out. */
  interface Shown {
    node: HTMLElement;
    pre: HTMLElement | null;
    number: number | null;
    facts?: { seconds?: number; slow?: boolean; smaller?: [string, string][] };
    stored?: string;
    text?: string;
    markup?: string;
    duration?: string;
    note?: HTMLElement;
    row: HTMLElement | null;
    reset?: HTMLButtonElement;
    editor: Editor | null;
    verdict?: HTMLElement | null;
    streaming?: HTMLElement | null;
    bookOutput?: ChildNode[] | null;
    closing?: (() => void)[];
    mark?: HTMLElement | null;
  }
  /** A cell of the notebook. */
  interface Cell {
    index: number;
    name?: string;
    stored: string;
    tags: Set<string>;
    outputs: Output[];
    page: Shown | null;
    /** The text that its variables come from, and the one that ran last, also with an error. */
    ran: string | null;
    last: string | null;
    stale: string | null;
    out: boolean;
    slow: boolean;
    passedOver?: boolean;
    afterSlow?: boolean;
    check?: Cell;
    stub?: Cell;
    result?: Result;
    differs?: string;
  }
  /** A cell that runs, and what of its code, where that is not all. */
  type Step = [Cell, string?];
  interface Page {
    name: string;
    cells: Shown[];
    bar: HTMLElement;
    status: HTMLElement;
    counter: HTMLElement;
    progress: import("../live/page/progress.js").Progress | null;
    stop: HTMLButtonElement;
    restart: HTMLButtonElement;
    bytes: number;
    root: string;
    /** Where the files of Python are, where Pyodide itself is among them, and the file that names the packages. */
    folder: string;
    core: string;
    lock: string;
    package: string;
    make(tag: string, attributes?: Record<string, any>, ...children: (Node | string)[]): any;
    file(path: string): string;
    setText(cell: Shown, text: string): void;
    remember(cell: Shown, text: string | null): boolean;
  }
}
