// The switch by which this browser is told when it is the visitor's turn. The browser's own question is
// asked only when the switch is pressed.

import { find } from "./common.js";

const place = find("#push");
const button = place && find("button", place);

/** @param {"" | "on" | "refused" | "unanswered" | "failed" | "unsaved"} outcome */
function tell(outcome) {
  const line = place && find("p", place);
  if (line) line.textContent = (outcome && place.dataset[outcome]) ?? "";
}

/** @param {boolean} on */
function set(on) {
  button?.setAttribute("aria-checked", String(on));
}

/**
 * @param {string} path
 * @param {Record<string, string | undefined>} fields
 */
async function post(path, fields) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(fields) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

/** @param {string} text in base64 for addresses */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * Whether a subscription is for this site's key: one of an earlier site at the same address is not.
 * @param {PushSubscription} subscription
 * @param {Uint8Array} key
 */
function isFor(subscription, key) {
  const its = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return its.length === key.length && its.every((byte, i) => byte === key[i]);
}

/** @param {PushSubscription} subscription */
async function hand(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  await post("/push", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth });
}

/**
 * @param {PushManager} manager
 * @param {Uint8Array<ArrayBuffer>} key
 */
async function begin(manager, key) {
  const answer = await Notification.requestPermission();
  if (answer !== "granted") {
    tell(answer === "denied" ? "refused" : "unanswered");
    return false;
  }
  const old = await manager.getSubscription();
  if (old && !isFor(old, key)) await old.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await manager.subscribe(options).catch(() => null);
  if (!subscription) {
    tell("failed");
    return false;
  }
  try {
    await hand(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  tell("on");
  return true;
}

/** @param {PushManager} manager */
async function end(manager) {
  const subscription = await manager.getSubscription();
  if (subscription) {
    await post("/push/end", { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  tell("");
  return false;
}

async function start() {
  if (!place || !button || !("PushManager" in window) || !("Notification" in window)) return;
  const { pushManager: manager } = await navigator.serviceWorker.ready;
  const key = bytes(place.dataset.key ?? "");
  const known = await manager.getSubscription();
  const asked = Notification.permission === "granted" && known !== null && isFor(known, key);
  // It may have been asked for in a session that is over.
  set(asked && (await hand(known).then(() => true, () => false)));
  place.hidden = false;
  button.addEventListener("click", async () => {
    const was = button.getAttribute("aria-checked") === "true";
    try {
      set(await (was ? end(manager) : begin(manager, key)));
    } catch {
      // The switch stays as it was: the site has not heard of it.
      tell("unsaved");
    }
  });
}

void start();
