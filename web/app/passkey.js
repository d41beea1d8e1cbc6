// Passkeys: a button with data-passkey asks the authenticator and sends its form with the answer.

/** The algorithms that the server knows: ES256, EdDSA, ES384, RS256. */
const ALGORITHMS = [-7, -8, -35, -257];

/** @param {ArrayBuffer | null} buffer */
function encoded(buffer) {
  const bytes = new Uint8Array(buffer ?? new ArrayBuffer(0));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function decoded(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text);

/**
 * Asks the server for something to sign.
 * @param {{ purpose: string, code?: string, passkey?: string }} fields
 */
async function challenge(fields) {
  const answer = await fetch("/passkey/challenge", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(fields),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.message);
  return told;
}

/**
 * Has a passkey sign.
 * @param {{ challenge: string }} told
 */
async function use(told) {
  const publicKey = {
    challenge: bytes(told.challenge),
    userVerification: /** @type {const} */ ("required"),
  };
  const used = /** @type {PublicKeyCredential} */ (await navigator.credentials.get({ publicKey }));
  const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  return {
    id: used.id,
    clientDataJSON: encoded(response.clientDataJSON),
    authenticatorData: encoded(response.authenticatorData),
    signature: encoded(response.signature),
    userHandle: encoded(response.userHandle),
  };
}

/**
 * Makes a passkey.
 * @param {{ challenge: string, known: string[],
 *   user: { id: string, name: string, displayName: string } }} told
 */
async function create(told) {
  const publicKey = {
    challenge: bytes(told.challenge),
    rp: { name: "Merels" },
    user: { ...told.user, id: bytes(told.user.id) },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: /** @type {const} */ ("public-key") })),
    excludeCredentials: told.known.map((id) => ({
      id: decoded(id),
      type: /** @type {const} */ ("public-key"),
    })),
    authenticatorSelection: {
      residentKey: /** @type {const} */ ("required"),
      userVerification: /** @type {const} */ ("required"),
    },
    attestation: /** @type {const} */ ("none"),
  };
  const made = /** @type {PublicKeyCredential} */ (await navigator.credentials.create({ publicKey }));
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return {
    id: made.id,
    clientDataJSON: encoded(response.clientDataJSON),
    attestationObject: encoded(response.attestationObject),
  };
}

/**
 * A field of a form; empty if it is missing.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function written(form, name) {
  const field = form.querySelector(`[name=${name}]`);
  return field instanceof HTMLInputElement ? field.value : "";
}

/**
 * What the server wants to see before it takes another passkey, beside the proof that it remembers: where
 * there is a factor already, a recovery code or a passkey from before.
 * @param {HTMLFormElement} form
 */
async function proof(form) {
  const code = written(form, "code");
  if (code || !("asksPasskey" in form.dataset)) return { code };
  const used = await use(await challenge({ purpose: "reauthenticate" }));
  return { passkey: JSON.stringify(used) };
}

/**
 * What the authenticator has to say.
 * @param {string} purpose
 * @param {HTMLFormElement} form
 */
async function signed(purpose, form) {
  if (purpose === "register") return create(await challenge({ purpose, ...(await proof(form)) }));
  const step = form.querySelector("[name=step]");
  // The second step of a login is signed itself.
  if (step instanceof HTMLInputElement) return use({ challenge: step.value });
  return use(await challenge({ purpose }));
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLFormElement} form
 */
async function press(button, form) {
  const purpose = button.dataset.passkey ?? "";
  const failed = form.querySelector("[data-passkey-failed]");
  button.disabled = true;
  try {
    const answer = await signed(purpose, form);
    const field = form.querySelector("[name=passkey]");
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(answer);
    form.submit();
  } catch (error) {
    button.disabled = false;
    if (!(failed instanceof HTMLElement)) return;
    // What a browser says of it is in its own words and language.
    const own = error instanceof Error && !(error instanceof DOMException) ? error.message : "";
    failed.textContent = own || (failed.dataset.passkeyFailed ?? "");
    failed.hidden = false;
  }
}

if (window.PublicKeyCredential) {
  for (const note of document.querySelectorAll("[data-no-passkeys]")) note.remove();
  for (const button of document.querySelectorAll("button[data-passkey]")) {
    if (!(button instanceof HTMLButtonElement) || !button.form) continue;
    const form = button.form;
    button.hidden = false;
    button.addEventListener("click", () => void press(button, form));
  }
}
