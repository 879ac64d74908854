// @ts-check
/** What waits for the page to be rendered, or painted. */

/** @type {(() => void)[]} */
const waiting = [];

/** Call `act` after the next rendering, which the caller has requested. @param {() => void} act */
export function onceRendered(act) {
  waiting.push(act);
}

/**
 * Call `act` once what was rendered has been painted. A window that is hidden paints nothing: there it is called after
 * `latest_ms`.
 * @param {() => void} act @param {number} latest_ms
 */
export function oncePainted(act, latest_ms) {
  let waits = true;
  const end = () => {
    if (waits) act();
    waits = false;
  };
  requestAnimationFrame(() => setTimeout(end));
  setTimeout(end, latest_ms);
}

/** The page has been rendered. */
export function rendered() {
  for (const act of waiting.splice(0)) act();
}
