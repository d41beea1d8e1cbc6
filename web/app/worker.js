// What answers when there is no line: a page that says so. Games and everything else come from the
// server alone, so that nobody is ever shown how a game stood once.
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

addEventListener("install", install);
addEventListener("activate", activate);
addEventListener("fetch", answer);
