// The time zone of the browser: the server counts days by it.

const YEAR_S = 365 * 24 * 60 * 60;

/**
 * Tells the server the time zone from now on.
 * @returns {boolean} whether it did not know it
 */
export function tellZone() {
  const zone = `merels-zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (document.cookie.split("; ").includes(zone)) return false;
  document.cookie = `${zone}; path=/; max-age=${YEAR_S}; samesite=lax`;
  return true;
}
