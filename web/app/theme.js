// Light or dark, as the visitor's system says or as it was switched here. A plain script in the head,
// so that a page is never painted in the wrong one; without scripts the system decides. As every page has
// this script, it is also the one that makes the site an app.

(() => {
  const KEY = "merels-theme";
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  };
  const chosen = stored();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  // It answers when there is no line; the page has been painted by then.
  addEventListener("load", () => void navigator.serviceWorker?.register("/worker.js").catch(() => undefined));

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const show = () => button.setAttribute("aria-checked", String(isDark()));
    button.hidden = false;
    show();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem(KEY, root.dataset.theme);
      } catch {
        // A browser that keeps nothing forgets the choice; that is all.
      }
      show();
    });
  });
})();
