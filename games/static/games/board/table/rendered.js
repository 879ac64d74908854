// @ts-check
/** What waits for the page to show what has changed. */

/** @type {(() => void)[]} */
const waiting = [];

/** Call `act` after the next rendering, which the caller has requested. @param {() => void} act */
export function onceRendered(act) {
  waiting.push(act);
}

/** The page has been rendered. */
export function rendered() {
  for (const act of waiting.splice(0)) act();
}
