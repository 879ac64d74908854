// Bundle what pages name: each style sheet and script with all that it imports, made small by esbuild.
//
//   node tests/tools/bundles/bundle.mjs          write pyramido_site/static/bundles
//   node tests/tools/bundles/bundle.mjs --check  say whether it is as it would be written, and small enough
//
// A bundle has the name of the static file that it stands for. sources.json lists the sources of each, with their
// digests: pyramido_site/infrastructure/static_file_versions.py serves a bundle only while they are the same.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const FOLDER = join(ROOT, "pyramido_site/static/bundles");
const STATIC = ["accounts/static", "games/static", "pyramido_site/static", "ratings/static"];
const NAMED = /\{% static ['"]([\w/.-]+\.(?:css|js))['"] %\}/g;
/** What no template names. */
const UNNAMED = ["games/app/service_worker.js"];
/** Compressed bytes of a table's style sheet and script together. */
const MOST_OF_A_TABLE = 110_000;

const digest = (content) => createHash("sha256").update(content).digest("hex").slice(0, 12);

const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));

const sourceOf = (name) => STATIC.map((folder) => join(ROOT, folder, name)).find((path) => existsSync(path));

function entries() {
  const found = new Set();
  for (const path of files(join(ROOT, "templates")))
    for (const [, name] of readFileSync(path, "utf8").matchAll(NAMED)) if (sourceOf(name)) found.add(name);
  for (const folder of STATIC.map((one) => join(ROOT, one)).filter(existsSync))
    for (const path of files(folder))
      if (/\/(table|study|watch|learn)_page\.(css|js)$/.test(path) && !path.startsWith(FOLDER))
        found.add(relative(folder, path));
  return [...found, ...UNNAMED].sort();
}

/** A picture keeps its place, and gets its hashed name. */
const pictures = (name) => ({
  name: "pictures",
  setup(on) {
    on.onResolve({ filter: /./ }, ({ kind, path, importer }) => {
      if (kind !== "url-token" || path.startsWith("#") || path.startsWith("data:")) return null;
      const file = resolve(dirname(importer), path);
      const folder = STATIC.map((one) => join(ROOT, one)).find((one) => file.startsWith(one));
      const [, stem, ending] = file.slice(folder.length + 1).match(/^(.+)(\.\w+)$/);
      pictures.used.add(relative(ROOT, file));
      const to = posix.relative(posix.dirname(name), `${stem}.${digest(readFileSync(file))}${ending}`);
      return { path: to, external: true };
    });
  },
});
pictures.used = new Set();

async function bundle(name) {
  pictures.used = new Set();
  const made = await build({
    absWorkingDir: ROOT,
    entryPoints: [sourceOf(name)],
    bundle: true,
    minify: true,
    format: "esm",
    target: ["es2022", "chrome105", "firefox115", "safari16"],
    charset: "utf8",
    legalComments: "none",
    lineLimit: 500,
    metafile: true,
    write: false,
    logLevel: "error",
    plugins: [pictures(name)],
  });
  const sources = [...Object.keys(made.metafile.inputs), ...pictures.used].sort();
  return { name, content: Buffer.from(made.outputFiles[0].contents), sources };
}

async function all() {
  const output = new Map();
  const bundles = {};
  const sources = {};
  for (const name of entries()) {
    const made = await bundle(name);
    output.set(name, made.content);
    bundles[name] = made.sources;
    for (const path of made.sources) sources[path] = digest(readFileSync(join(ROOT, path)));
  }
  const sorted = Object.fromEntries(Object.entries(sources).sort());
  output.set("sources.json", Buffer.from(`${JSON.stringify({ sources: sorted, bundles }, null, 1)}\n`));
  return output;
}

function report(output) {
  const small = (name) => gzipSync(output.get(name), { level: 9 }).length;
  let right = true;
  for (const name of output.keys()) {
    if (!name.endsWith("/table_page.js")) continue;
    const [script, style] = [small(name), small(name.replace(/js$/, "css"))];
    console.log(`${dirname(name)}: ${script} + ${style} bytes compressed`);
    if (script + style > MOST_OF_A_TABLE) {
      console.error(`${name}: more than ${MOST_OF_A_TABLE} bytes with its style sheet`);
      right = false;
    }
  }
  return right;
}

const made = await all();
const known = existsSync(FOLDER) ? files(FOLDER).map((path) => relative(FOLDER, path)) : [];
if (process.argv.includes("--check")) {
  const differs = (name) => !existsSync(join(FOLDER, name)) || !readFileSync(join(FOLDER, name)).equals(made.get(name));
  const wrong = [...[...made.keys()].filter(differs), ...known.filter((name) => !made.has(name))];
  if (wrong.length > 0) console.error(`out of date (make bundle): ${wrong.join(", ")}`);
  process.exitCode = report(made) && wrong.length === 0 ? 0 : 1;
} else {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const [name, content] of made) {
    mkdirSync(dirname(join(FOLDER, name)), { recursive: true });
    writeFileSync(join(FOLDER, name), content);
  }
  process.exitCode = report(made) ? 0 : 1;
}
