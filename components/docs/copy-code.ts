/** For the end of a page, as text: its buttons appear where the browser can copy, and say for a while that they did. */
export const COPY_CODE = `(() => {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    const word = button.firstElementChild;
    const status = button.nextElementSibling;
    let timer;
    const say = (text) => {
      word.textContent = text || "Copy";
      status.textContent = text;
    };
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.closest("figure").querySelector("code").textContent;
      const said = await navigator.clipboard.writeText(code).then(() => "Copied", () => "Not copied");
      say(said);
      clearTimeout(timer);
      timer = setTimeout(say, 2000, "");
    });
  }
})()`.replace(/\n\s*/g, " ");
