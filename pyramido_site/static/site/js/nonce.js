// @ts-check
/**
 * A nonce is this browser's contribution to the shuffle: 32 random bytes as 64 hex digits, made after the server has
 * committed to its secret, so that neither side can choose the cards alone.
 */

/** @returns {string} 64 hex digits */
export function makeNonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Set a fresh nonce in every form in `root` with a hidden field `nonce`.
 * @param {ParentNode} root
 */
export function fillNonces(root) {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
    root.querySelectorAll("input[type=hidden][name=nonce]")
  )) {
    if (!field.value) field.value = makeNonce();
  }
}
