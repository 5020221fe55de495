// Makes the files of live/page/vendor, which are committed: the editor of the pages, and what reads Markdown.  Their packages
// and those that check the scripts lie in one folder, see .ci/javascript: (cd build/javascript && node vendor_bundle.js)
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none" };
for (const [entry, file] of [["editor_entry.js", "codemirror.js"], ["markdown_entry.js", "markdown.js"]]) {
  const { metafile, outputFiles } = await build({ entryPoints: [entry], ...options, metafile: true, write: false });
  const used = new Set(Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1] ?? []));
  const holders = new Map(); // of each text of a licence, which is written once
  const names = [...used].sort().map((name) => {
    const folder = `node_modules/${name}`;
    const licence = readdirSync(folder).sort().find((one) => /^licen/i.test(one));
    if (!licence) throw new Error(`${name}: no text of its licence; it must not be shipped`);
    const text = readFileSync(`${folder}/${licence}`, "utf8").trim();
    holders.set(text, [...(holders.get(text) ?? []), name]);
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    return `${name} ${version} (${license})`;
  });
  const texts = [...holders].flatMap(([text, of]) => ["", `${of.join(", ")}:`, ...text.split(/\r?\n/)]);
  const lines = ["Made by coursemachine/javascript/vendor_bundle.js of:", ...names, ...texts].map((line) => ` * ${line}`.trimEnd());
  const banner = `// @ts-nocheck\n/*!\n${lines.join("\n").replaceAll("*/", "* /")}\n */\n`;
  writeFileSync(`../../coursemachine/live/page/vendor/${file}`, banner + outputFiles[0].text);
}
