// @ts-check
/**
 * A small virtual DOM: modules describe the page with `h`, and `patch` changes only what differs. An element whose tag
 * and key stay the same is kept, and with it its focus, its scroll position and running transitions.
 * @typedef {import("./types").VNode} VNode
 * @typedef {import("./types").VChild} VChild
 * @typedef {import("./elements").Style} Style
 * @typedef {Readonly<Record<string, unknown>>} Props
 * @typedef {HTMLElement | SVGElement} PageElement
 * @typedef {(event: Event) => void} Listener
 */

const SVG = "http://www.w3.org/2000/svg";

/** What each DOM node was last rendered from. @type {WeakMap<Node, VNode | string>} */
const rendered = new WeakMap();
/**
 * Each element's handlers by event type, null while it has none: its listener is added once and stays.
 * @type {WeakMap<PageElement, Map<string, Listener | null>>}
 */
const listeners = new WeakMap();
/** The element last rendered with each `focus` name. @type {Map<string, PageElement>} */
const focusables = new Map();

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
 * Describe an element.
 * @template {import("./elements").Tag} T
 * @param {T} tag
 * @param {import("./elements").Props<T> | null} [props]
 * @param {...VChild} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: flatten(children, []), key: props?.key };
}

/** @param {PageElement} element @param {string} type @param {Listener | null | undefined} handler */
function listen(element, type, handler) {
  const own = listeners.get(element) ?? new Map();
  listeners.set(element, own);
  if (!own.has(type) && handler) element.addEventListener(type, (event) => own.get(type)?.(event));
  if (handler || own.has(type)) own.set(type, handler ?? null);
}

/** @param {PageElement} element @param {Style} now @param {Style} before */
function setStyle(element, now, before) {
  const names = /** @type {(keyof Style)[]} */ (Object.keys({ ...before, ...now }));
  for (const name of names) {
    if (now[name] === before[name]) continue;
    if (now[name] === undefined) element.style.removeProperty(name);
    else element.style.setProperty(name, now[name]);
  }
}

/** @param {PageElement} element @param {string} name @param {unknown} value */
function setAttribute(element, name, value) {
  if (name === "value" || name === "checked") Object.assign(element, { [name]: value ?? "" });
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {PageElement} element @param {string} name @param {unknown} now @param {unknown} before */
function setProp(element, name, now, before) {
  if (name === "key" || name === "ref") return;
  if (name.startsWith("on")) {
    listen(element, name.slice(2), /** @type {Listener | null | undefined} */ (now));
  } else if (name === "style") {
    setStyle(element, /** @type {Style} */ (now ?? {}), /** @type {Style} */ (before ?? {}));
  } else if (name === "focus") {
    if (now) focusables.set(String(now), element);
    if (now !== before) setAttribute(element, "data-focus", now);
  } else if (now !== before) {
    setAttribute(element, name, now);
  }
}

/** @param {PageElement} element @param {Props} now @param {Props} before */
function setProps(element, now, before) {
  for (const name in before) if (!(name in now)) setProp(element, name, undefined, before[name]);
  for (const name in now) setProp(element, name, now[name], before[name]);
}

/** @param {VNode | string} node @param {boolean} svg whether the parent is an SVG element @returns {Node} */
function create(node, svg) {
  if (typeof node === "string") {
    const text = document.createTextNode(node);
    rendered.set(text, node);
    return text;
  }
  const isSvg = svg || node.tag === "svg";
  const element = /** @type {PageElement} */ (
    isSvg ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag)
  );
  setProps(element, node.props, {});
  for (const child of node.children) element.appendChild(create(child, isSvg && node.tag !== "foreignObject"));
  rendered.set(element, node);
  /** @type {((element: PageElement) => void) | undefined} */ (node.props.ref)?.(element);
  return element;
}

/** Whether a DOM node can be kept. @param {VNode | string} was @param {VNode | string} now */
function alike(was, now) {
  if (typeof was === "string" || typeof now === "string") return typeof was === typeof now;
  return was.tag === now.tag && was.key === now.key;
}

/**
 * @param {Node} dom @param {VNode | string} was what it was rendered from @param {VNode | string} now like it
 * @param {boolean} svg
 */
function update(dom, was, now, svg) {
  if (was === now) return;
  if (typeof now === "string") {
    dom.nodeValue = now;
  } else {
    setProps(/** @type {PageElement} */ (dom), now.props, /** @type {VNode} */ (was).props);
    patchChildren(dom, now.children, (svg || now.tag === "svg") && now.tag !== "foreignObject");
  }
  rendered.set(dom, now);
}

/** @param {Node} parent @param {(VNode | string)[]} children @param {boolean} svg */
function patchChildren(parent, children, svg) {
  // Most renderings change no list: as far as it is the same, its nodes are only walked along.
  let dom = parent.firstChild;
  let at = 0;
  for (; dom && at < children.length; at += 1) {
    const was = rendered.get(dom);
    if (was === undefined || !alike(was, children[at])) break;
    update(dom, was, children[at], svg);
    dom = dom.nextSibling;
  }
  if (dom || at < children.length) patchRest(parent, dom, children.slice(at), svg);
}

/**
 * @param {Node} parent @param {Node | null} from the first node that may change
 * @param {(VNode | string)[]} children that shall follow the nodes before it @param {boolean} svg
 */
function patchRest(parent, from, children, svg) {
  const before = from ? from.previousSibling : parent.lastChild;
  /** @type {Map<string | number, Node>} */
  const keyed = new Map();
  /** @type {Node[]} */
  const plain = [];
  for (let dom = from; dom; dom = dom.nextSibling) {
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
    if (dom && was !== undefined && alike(was, child)) update(dom, was, child, svg);
    else dom = create(child, svg);
    kept.add(dom);
    return dom;
  });
  for (const dom of [...keyed.values(), ...plain]) if (!kept.has(dom)) parent.removeChild(dom);
  let here = before ? before.nextSibling : parent.firstChild;
  for (const dom of wanted) {
    if (dom === here) here = dom.nextSibling;
    else parent.insertBefore(dom, here);
  }
}

/**
 * Make the children of `root` equal to `children`.
 * @param {Element} root @param {...VChild} children
 */
export function patch(root, ...children) {
  patchChildren(root, flatten(children, []), root.namespaceURI === SVG);
}

/**
 * Return the element on the page whose `focus` is this name, or null.
 * @param {import("./elements").Focus} name @returns {PageElement | null}
 */
export function focusable(name) {
  const element = focusables.get(name);
  const node = element && rendered.get(element);
  return element?.isConnected && typeof node === "object" && node.props.focus === name ? element : null;
}

/**
 * Remember what `make` returned for each list of arguments: art that does not change is built once and skipped
 * by `patch`.
 * @template T
 * @template {unknown[]} A
 * @param {(...args: A) => T} make a function of JSON values
 * @returns {(...args: A) => T}
 */
export function cached(make) {
  /** @type {Map<string, T>} */
  const made = new Map();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = made.get(key) ?? make(...args);
    made.set(key, value);
    return value;
  };
}
