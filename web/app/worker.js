// What answers when there is no line: a page that says so. Games and everything else come from the
// server alone, so that nobody is ever shown how a game stood once. It also shows that it is one's turn,
// when the server sends word of it.
//
// The server puts `merels` before this script: the edition and what belongs to the page.

/** @type {{edition: string, page: string, shell: string[]}} */
const { edition, page, shell } = Reflect.get(self, "merels");
const kept = `merels-${edition}`;

/** @param {any} e */
function install(e) {
  e.waitUntil(caches.open(kept).then((cache) => cache.addAll([page, ...shell])));
}

/** @param {any} e */
function activate(e) {
  const forget = (/** @type {string[]} */ names) => Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)));
  e.waitUntil(caches.keys().then(forget));
}

/** @param {any} e */
function answer(e) {
  const { request } = e;
  if (request.mode === "navigate") e.respondWith(fetch(request).catch(() => caches.match(page)));
  else if (shell.includes(new URL(request.url).pathname)) e.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
}

/**
 * It is somebody's turn, in a game whose page is not open.
 * @param {any} e
 */
function tell(e) {
  const { title, body, path } = e.data?.json() ?? {};
  if (typeof title !== "string" || typeof path !== "string" || !/^\/(game|arena)\//.test(path)) return;
  const how = { body: String(body), tag: path, data: path, icon: "/icon/192.png" };
  e.waitUntil(Reflect.get(self, "registration").showNotification(title, how));
}

/** @param {any} e */
function open(e) {
  e.notification.close();
  const address = new URL(e.notification.data, location.origin).href;
  const { clients } = /** @type {any} */ (self);
  const goTo = (/** @type {any[]} */ pages) => pages.find((page) => page.url === address)?.focus() ?? clients.openWindow(address);
  e.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true }).then(goTo));
}

addEventListener("install", install);
addEventListener("activate", activate);
addEventListener("fetch", answer);
addEventListener("push", tell);
addEventListener("notificationclick", open);
