// Makes live/page/vendor/codemirror.js, the editor of the pages, which is committed.  The packages that check the scripts
// and make the editor lie in one folder, see .ci/javascript: (cd build/javascript && node editor_bundle.js)
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const options = { bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none" };
const { metafile, outputFiles } = await build({ entryPoints: ["editor_entry.js"], ...options, metafile: true, write: false });
const used = new Set(Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1] ?? []));
const holders = new Map(); // of each text of a licence, which is written once
const names = [...used].sort().map((name) => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).sort().find((one) => /^licen/i.test(one));
  if (!file) throw new Error(`${name}: no text of its licence; it must not be shipped`);
  const text = readFileSync(`${folder}/${file}`, "utf8").trim();
  holders.set(text, [...(holders.get(text) ?? []), name]);
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return `${name} ${version} (${license})`;
});
const texts = [...holders].flatMap(([text, of]) => ["", `${of.join(", ")}:`, ...text.split(/\r?\n/)]);
const lines = ["Made by coursemachine/javascript/editor_bundle.js of:", ...names, ...texts].map((line) => ` * ${line}`.trimEnd());
const banner = `/*!\n${lines.join("\n").replaceAll("*/", "* /")}\n */\n`;
writeFileSync("../../coursemachine/live/page/vendor/codemirror.js", banner + outputFiles[0].text);
