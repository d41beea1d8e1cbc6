// Small boards of running games, on Home and where one chooses what to watch: looked at again now and
// then.

const AGAIN_MS = 4_000;

async function look() {
  const answer = await fetch(location.pathname, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, shown] = [page.getElementById("running"), document.getElementById("running")];
  if (now && shown && now.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) shown.replaceWith(now);
}

setInterval(() => document.hidden || void look(), AGAIN_MS);
