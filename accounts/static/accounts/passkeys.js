// @ts-check
/**
 * Create and use passkeys (WebAuthn). A form with `data-passkey` ("create" or "get") asks the browser when it is
 * submitted, with the server's options: those in `data-options`, or those at the address in `data-from`. The browser's
 * answer goes into the field `credential`, as JSON with base64url in place of bytes.
 */

/** @param {string} text base64url @returns {ArrayBuffer} */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer;

/** @param {ArrayBuffer | null | undefined} buffer @returns {string | null} base64url */
const base64url = (buffer) =>
  buffer
    ? btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "")
    : null;

/** @param {{id: string}[]} [known] */
const described = (known) => known?.map((one) => ({ ...one, id: bytes(one.id) }));

/** @param {any} options from the server; the new passkey can sign in without a name or password */
function creation(options) {
  const key = options.publicKey;
  const choice = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
  return {
    publicKey: {
      ...key,
      challenge: bytes(key.challenge),
      user: { ...key.user, id: bytes(key.user.id) },
      excludeCredentials: described(key.excludeCredentials),
      authenticatorSelection: { ...key.authenticatorSelection, ...choice },
    },
  };
}

/** @param {any} options from the server, to sign in with a passkey */
function request(options) {
  const key = options.publicKey;
  return {
    publicKey: { ...key, challenge: bytes(key.challenge), allowCredentials: described(key.allowCredentials) },
  };
}

/** @param {any} credential the browser's answer */
function asJson(credential) {
  const { response } = credential;
  const given = response.attestationObject
    ? { attestationObject: base64url(response.attestationObject), transports: response.getTransports?.() ?? [] }
    : {
        authenticatorData: base64url(response.authenticatorData),
        signature: base64url(response.signature),
        userHandle: base64url(response.userHandle),
      };
  return {
    type: credential.type,
    id: credential.id,
    rawId: base64url(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment,
    response: { clientDataJSON: base64url(response.clientDataJSON), ...given },
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

/** @param {HTMLFormElement} form */
async function optionsFor(form) {
  if (!form.dataset.from) return JSON.parse(form.dataset.options ?? "");
  const answer = await fetch(form.dataset.from, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`no options: ${answer.status}`);
  return (await answer.json()).request_options;
}

/** @param {HTMLFormElement} form */
function prepare(form) {
  const button = form.querySelector("button");
  const status = form.querySelector("[data-status]");
  const field = form.elements.namedItem("credential");
  if (!button || !(status instanceof HTMLElement) || !(field instanceof HTMLInputElement)) return;
  if (!window.PublicKeyCredential) {
    status.textContent = status.dataset.missing ?? "";
    return;
  }
  button.disabled = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = "";
    try {
      const asked = await optionsFor(form);
      const made =
        form.dataset.passkey === "create"
          ? await navigator.credentials.create(creation(asked))
          : await navigator.credentials.get(request(asked));
      field.value = JSON.stringify(asJson(made));
      form.submit();
    } catch {
      // cancelled, no passkey, or timed out: the browser has said which
      status.textContent = status.dataset.failed ?? "";
      button.disabled = false;
    }
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (form instanceof HTMLFormElement) prepare(form);
}
