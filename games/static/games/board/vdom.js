// @ts-check
/**
 * A small virtual DOM: modules describe what the page should look like, `patch` changes what differs.
 * It keeps elements (and so focus, scroll and running transitions) wherever tag and key stay the same.
 * @typedef {import("./types").VNode} VNode
 * @typedef {import("./types").VChild} VChild
 */

const SVG = "http://www.w3.org/2000/svg";

/** What was last rendered into a DOM node, and its listeners. @type {WeakMap<Node, VNode | string>} */
const rendered = new WeakMap();
/** @type {WeakMap<Node, Map<string, (event: Event) => void>>} */
const listeners = new WeakMap();

/** @param {VChild[]} children @param {(VNode | string)[]} into */
function flatten(children, into) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) flatten(child, into);
    else into.push(typeof child === "number" ? String(child) : child);
  }
  return into;
}

/**
 * @param {string} tag an HTML or SVG element name
 * @param {Record<string, any> | null} [props] attributes; `on…` functions listen; `style` is an object of CSS properties;
 *   `key` identifies the node among its siblings; `ref` is called with the element when it is made
 * @param {...VChild} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flatten(children, []), key: props?.key };
}

/** @param {Node} element @param {string} type @param {((event: Event) => void) | null | undefined} handler */
function listen(element, type, handler) {
  let own = listeners.get(element);
  if (!own) listeners.set(element, (own = new Map()));
  if (!own.has(type) && handler) {
    const table = own;
    element.addEventListener(type, (event) => table.get(type)?.(event));
  }
  if (handler) own.set(type, handler);
  else own.delete(type);
}

/** @param {any} element @param {Record<string, string>} now @param {Record<string, string>} before */
function setStyle(element, now, before) {
  for (const name in before) if (!(name in now)) element.style.removeProperty(name);
  for (const name in now) if (now[name] !== before[name]) element.style.setProperty(name, now[name]);
}

/** @param {any} element @param {string} name @param {any} value */
function setAttribute(element, name, value) {
  if (name === "value" || name === "checked") element[name] = value ?? "";
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Element} element @param {Record<string, any>} now @param {Record<string, any>} before */
function setProps(element, now, before) {
  for (const name in before) {
    if (name in now || name === "key" || name === "ref") continue;
    if (name.startsWith("on")) listen(element, name.slice(2), null);
    else if (name === "style") setStyle(element, {}, before.style);
    else setAttribute(element, name, null);
  }
  for (const name in now) {
    if (name === "key" || name === "ref") continue;
    if (name.startsWith("on")) listen(element, name.slice(2), now[name]);
    else if (name === "style") setStyle(element, now.style, before.style ?? {});
    else if (now[name] !== before[name]) setAttribute(element, name, now[name]);
  }
}

/** @param {VNode | string} node @param {boolean} svg @returns {Node} */
function create(node, svg) {
  if (typeof node === "string") {
    const text = document.createTextNode(node);
    rendered.set(text, node);
    return text;
  }
  const isSvg = svg || node.tag === "svg";
  const element = isSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  setProps(element, node.props, {});
  for (const child of node.children) element.appendChild(create(child, isSvg && node.tag !== "foreignObject"));
  rendered.set(element, node);
  node.props.ref?.(element);
  return element;
}

/** @param {VNode | string} was @param {VNode | string} now */
function alike(was, now) {
  if (typeof was === "string" || typeof now === "string") return typeof was === typeof now;
  return was.tag === now.tag && was.key === now.key;
}

/** @param {Node} dom @param {VNode | string} now @param {boolean} svg */
function update(dom, now, svg) {
  const was = rendered.get(dom);
  if (was === now) return;
  if (typeof now === "string") {
    dom.nodeValue = now;
  } else {
    setProps(/** @type {Element} */ (dom), now.props, /** @type {VNode} */ (was).props);
    patchChildren(dom, now.children, (svg || now.tag === "svg") && now.tag !== "foreignObject");
  }
  rendered.set(dom, now);
}

/** @param {Node} parent @param {(VNode | string)[]} children @param {boolean} svg */
function patchChildren(parent, children, svg) {
  /** @type {Map<string | number, Node>} */
  const keyed = new Map();
  /** @type {Node[]} */
  const plain = [];
  for (const dom of parent.childNodes) {
    const was = rendered.get(dom);
    if (was === undefined) continue;
    if (typeof was !== "string" && was.key !== undefined) keyed.set(was.key, dom);
    else plain.push(dom);
  }
  /** @type {Set<Node>} */
  const kept = new Set();
  let next = 0;
  const wanted = children.map((child) => {
    const key = typeof child === "string" ? undefined : child.key;
    let dom = key === undefined ? plain[next] : keyed.get(key);
    if (key === undefined && dom) next += 1;
    const was = dom && rendered.get(dom);
    if (dom && was !== undefined && alike(was, child)) update(dom, child, svg);
    else dom = create(child, svg);
    kept.add(dom);
    return dom;
  });
  for (const dom of [...keyed.values(), ...plain]) if (!kept.has(dom)) parent.removeChild(dom);
  wanted.forEach((dom, at) => {
    if (parent.childNodes[at] !== dom) parent.insertBefore(dom, parent.childNodes[at] ?? null);
  });
}

/**
 * Make `root`'s children equal to `children`.
 * @param {Element} root @param {...VChild} children
 */
export function patch(root, ...children) {
  patchChildren(root, flatten(children, []), root.namespaceURI === SVG);
}

/**
 * Keep one value for the last arguments: art that does not change is built once and skipped by `patch`.
 * @template T
 * @param {(...args: any[]) => T} make
 * @returns {(...args: any[]) => T}
 */
export function cached(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return (...args) => {
    const key = JSON.stringify(args);
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(...args)));
    return value;
  };
}
