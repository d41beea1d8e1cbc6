// The page that stands in for all others while there is no line: goes on when there is one.

addEventListener("online", () => location.reload());
document.getElementById("again")?.addEventListener("click", () => location.reload());
