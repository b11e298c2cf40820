/**
 * The script of a documentation page, as text, for before its content. Where the browser can copy, its buttons appear and
 * say for a while that they did. The language that somebody chooses for an example is chosen for all, and kept. What is
 * drawn is changed while the page is read in, before it can be seen.
 */
export const PAGE_SCRIPT = `(() => {
  const KEY = "docs-language";
  let chosen = null;
  try { chosen = localStorage.getItem(KEY); } catch {}
  const each = (selector, change) => document.querySelectorAll(selector).forEach(change);
  const choose = () => each("[data-language]", (one) => { if (one.value === chosen) one.checked = true; });
  const prepare = () => {
    choose();
    if (navigator.clipboard) each("[data-copy][hidden]", (button) => { button.hidden = false; });
  };
  const reading = new MutationObserver(prepare);
  reading.observe(document, { childList: true, subtree: true });
  addEventListener("DOMContentLoaded", () => {
    reading.disconnect();
    prepare();
  });
  addEventListener("change", ({ target }) => {
    if (!target.matches("[data-language]")) return;
    const top = () => target.getBoundingClientRect().top;
    const before = top();
    chosen = target.value;
    choose();
    scrollBy(0, top() - before);
    try { localStorage.setItem(KEY, chosen); } catch {}
  });
  addEventListener("click", async ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button) return;
    const codes = [...button.closest("figure").querySelectorAll("code")];
    const shown = codes.find((code) => code.getClientRects().length > 0);
    const said = await navigator.clipboard.writeText(shown.textContent).then(() => "Copied", () => "Not copied");
    const say = (text) => {
      button.firstElementChild.textContent = text || "Copy";
      button.nextElementSibling.textContent = text;
    };
    say(said);
    clearTimeout(button.timer);
    button.timer = setTimeout(say, 2000, "");
  });
})()`.replace(/\n\s*/g, " ");
