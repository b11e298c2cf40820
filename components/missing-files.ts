/**
 * For the head of every page, as text. While servers are replaced, a page of one release may ask a server of another for
 * its scripts and styles, which that one does not have: the page is then loaded again, three times a minute at most. Later
 * than its load nothing is, because somebody may be typing.
 */
export const RELOAD_WITHOUT_FILES = `(() => {
  const reload = ({ target: { src, href } }) => {
    if (!/\\/_next\\/static\\//.test(src || href)) return;
    try {
      const now = Date.now();
      const times = JSON.parse(sessionStorage.getItem("reloads") || "[]").filter((time) => now - time < 60000);
      if (times.length === 3) return;
      sessionStorage.setItem("reloads", JSON.stringify([...times, now]));
      removeEventListener("error", reload, true);
      location.replace(location.pathname + location.search);
    } catch {}
  };
  addEventListener("error", reload, true);
  addEventListener("load", () => removeEventListener("error", reload, true));
})()`.replace(/\n\s*/g, " ");
