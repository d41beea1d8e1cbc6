// How the site looks and sounds: light or dark, as the visitor's system says or as it was switched in the
// menu, and sounds on or off. A plain script in the head, so that a page is never painted in the wrong
// colours; without scripts the system decides. As every page has this script, it is also the one that
// makes the site an app, and that closes the menu.

(() => {
  const [THEME, SOUND] = ["merels-theme", "merels-sound"];
  const root = document.documentElement;
  const stored = (/** @type {string} */ key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (/** @type {string} */ key, /** @type {string} */ value) => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // A browser that keeps nothing forgets the choice; that is all.
    }
  };
  const chosen = stored(THEME);
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  /**
   * @param {string} id
   * @param {() => boolean} isOn
   * @param {(on: boolean) => void} change
   */
  function prepare(id, isOn, change) {
    const button = document.getElementById(id);
    if (!button) return;
    const show = () => button.setAttribute("aria-checked", String(isOn()));
    button.hidden = false;
    show();
    button.addEventListener("click", () => {
      change(!isOn());
      show();
    });
  }

  // It answers when there is no line; the page has been painted by then.
  addEventListener("load", () => void navigator.serviceWorker?.register("/worker.js").catch(() => undefined));

  // Playing a friend opens over the page that offers it; its own page is for those without scripts.
  addEventListener("click", (e) => {
    const link = e.target instanceof Element && e.target.closest("a[href^='/friend']");
    const plainly = e.button === 0 && !(e.ctrlKey || e.metaKey || e.shiftKey || e.altKey);
    if (!(link instanceof HTMLAnchorElement) || !plainly || location.pathname === "/friend") return;
    e.preventDefault();
    void import("./friend.js").then(({ open }) => open(link.href), () => location.assign(link.href));
  });

  addEventListener("DOMContentLoaded", () => {
    prepare("theme", isDark, (dark) => keep(THEME, (root.dataset.theme = dark ? "dark" : "light")));
    prepare("sound", () => stored(SOUND) === "on", (on) => {
      keep(SOUND, on ? "on" : "off");
      document.dispatchEvent(new CustomEvent("merels:sound", { detail: on }));
    });
    // A press beside the menu, or Escape in it, closes it.
    addEventListener("pointerdown", ({ target }) => {
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        if (target instanceof Node && !menu.contains(target)) menu.removeAttribute("open");
      }
    });
    addEventListener("keydown", ({ key, target }) => {
      const menu = key === "Escape" && target instanceof Element && target.closest("details.menu[open]");
      if (!menu) return;
      menu.removeAttribute("open");
      menu.querySelector("summary")?.focus();
    });
  });
})();
