// Turns the board's drawings (games/static/games/board/art) into SVG text, for pictures that are plain files.

/** What the board's stylesheet says of these classes; a picture in a file has no stylesheet. */
const LOOK = {
  "bevel-light": { fill: "none", "stroke-width": 3.6, opacity: 0.85, "stroke-linecap": "round" },
  "bevel-dark": { fill: "none", "stroke-width": 3.6, opacity: 0.62, "stroke-linecap": "round" },
  "carved-frame": { fill: "none", "stroke-width": 1.2, opacity: 0.35 },
  "carved-cross": { fill: "none", "stroke-width": 1.6, opacity: 0.42 },
  "block-edge": { fill: "none", "stroke-width": 1.6 },
};

/** @param {any} node a node made by the board's `h`, or text @returns {string} */
export function text(node) {
  if (typeof node === "string") return node.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const attributes = Object.entries({ ...LOOK[node.props.class], ...node.props })
    .filter(([name, value]) => value !== null && value !== undefined && value !== false && !["key", "ref", "class"].includes(name))
    .map(([name, value]) => ` ${name}="${String(value).replace(/"/g, "&quot;")}"`)
    .join("");
  const inside = node.children.map(text).join("");
  return inside ? `<${node.tag}${attributes}>${inside}</${node.tag}>` : `<${node.tag}${attributes}/>`;
}
