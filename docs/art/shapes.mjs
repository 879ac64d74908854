// Write the shapes and colours of all pieces as data, for the board and for the pictures that the server draws:
// node docs/art/shapes.mjs   (writes games/static/games/board/art/shapes/*.json and css/lands.css)
import { writeFileSync } from "node:fs";
import * as desert from "./shapes/desert.mjs";
import { DESERT_JEWEL, DESERT_STONE } from "./shapes/desert_tints.mjs";
import { GEM_TONES } from "./shapes/gems.mjs";
import * as jungle from "./shapes/jungle.mjs";
import * as pieces from "./shapes/pieces.mjs";
import { CARVED, definitions, STONE } from "./shapes/stone.mjs";
import * as symbols from "./shapes/symbols.mjs";

const BOARD = new URL("../../games/static/games/board/", import.meta.url);

/** A node of the board's `h` as a list: its tag, its attributes, its children. */
const listed = (node) => (typeof node === "string" ? node : [node.tag, node.props, ...node.children.map(listed)]);
/** @param {Record<string, any[]>} sets of nodes, by tint */
const byTint = (sets) => Object.fromEntries(Object.entries(sets).map(([tint, nodes]) => [tint, nodes.map(listed)]));
/** What blocks of each tint show: the lines carved into them, and an icon. @param {Record<string, any[]>} icons */
const tints = (icons) =>
  Object.fromEntries(Object.entries(byTint(icons)).map(([tint, icon]) => [tint, { carved: CARVED[tint], icon }]));
const byJoin = (make) => Object.fromEntries(pieces.JOINS.map((join) => [join, make(join)]));

/** The colours around pyramids, for style sheets. */
function lands() {
  const lines = Object.entries({ site: pieces.grounds.jungle, desert: pieces.grounds.desert }).flatMap(
    ([name, { field }]) =>
      field.map(([light, dark], at) => `  --${name}${["-light", "", "-dark"][at]}: light-dark(${light}, ${dark});\n`),
  );
  return `/* The land on which pyramids stand. Written by docs/art/shapes.mjs. */\n.board {\n${lines.join("")}}\n`;
}

/** Return the text of each file by its path in the folder of the boards. @returns {Record<string, string>} */
export function files() {
  const { UNIT, LIFT, tile, shadow, latest, grounds, card } = pieces;
  const made = {
    stone: { stones: STONE, gems: GEM_TONES, definitions: definitions().map(listed) },
    blocks: {
      unit: UNIT,
      lift: LIFT,
      top: byJoin(pieces.top),
      front: byJoin(pieces.front),
      tile,
      shadow,
      latest,
      grounds,
    },
    jungle: {
      colours: jungle.COLOURS,
      prefix: "",
      ground: "jungle",
      tints: tints(jungle.ICONS),
      definitions: jungle.definitions().map(listed),
    },
    desert: {
      colours: Object.keys(DESERT_STONE).map((tint) => tint.replace("desert-", "")),
      prefix: "desert-",
      ground: "desert",
      tints: tints(desert.ICONS),
      gems: DESERT_JEWEL,
      markers: byTint(desert.MARKERS),
      definitions: desert.definitions().map(listed),
    },
    cards: {
      colours: Object.keys(card.inks),
      ground: "jungle",
      card,
      definitions: symbols.definitions().map(listed),
    },
  };
  const sets = Object.entries(made).map(([name, set]) => [`art/shapes/${name}.json`, `${text(set)}\n`]);
  return Object.fromEntries([...sets, ["css/lands.css", lands()]]);
}

/** JSON with a line for each entry of a set, and for each of its definitions. */
function text(set) {
  const entries = Object.entries(set).map(([name, value]) => {
    const lines =
      name === "definitions" ? `[\n${value.map((one) => `  ${JSON.stringify(one)}`).join(",\n")}\n ]` : null;
    return ` ${JSON.stringify(name)}: ${lines ?? JSON.stringify(value)}`;
  });
  return `{\n${entries.join(",\n")}\n}`;
}

if (import.meta.url === `file://${process.argv[1]}`)
  for (const [name, content] of Object.entries(files())) writeFileSync(new URL(name, BOARD), content);
