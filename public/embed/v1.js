/**
 * Shows the hosted direct-debit page inside another page, or opens it. It loads nothing else and keeps nothing. What it
 * tells is a hint: your server asks for the status. Guide: /docs/embedding. Types: v1.d.ts beside this file.
 */
(() => {
  // Loaded twice, it would put two frames in the place of each link.
  if (globalThis.ProviderCheckout) return;

  const CALLBACKS = ["onReady", "onAuthorised", "onCancelled", "onExpired", "onError"];
  const PATIENCE_MS = 10_000;
  /** From the frame's load to its first word: a refused frame loads, too. */
  const GRACE_MS = 3_000;
  const LOWEST = 200;
  const HIGHEST = 10_000;

  const wrong = (option, words) => new TypeError(`ProviderCheckout: ${option} must be ${words}.`);

  /** The address, if bank details may travel to it; null for any other. */
  function trusted(text, base) {
    if (!URL.canParse(text, base)) return null;
    const url = new URL(text, base);
    const isNear = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname) || url.origin === location.origin;
    return url.protocol === "https:" || (url.protocol === "http:" && isNear) ? url : null;
  }

  /** The page's address with the way back from it. */
  function addressOf({ setupUrl, returnUrl }) {
    const address = trusted(setupUrl);
    if (!address) throw wrong("setupUrl", "an https address: pass the direct_debit.setup_url as it is");
    if (returnUrl != null) {
      const back = trusted(returnUrl, document.baseURI);
      if (!back) throw wrong("returnUrl", "an https address that is registered for your provider");
      address.searchParams.set("return_url", back.href);
    }
    return address;
  }

  function make(name, style, text = "") {
    const element = document.createElement(name);
    // One by one: a policy may forbid the attribute.
    Object.assign(element.style, style);
    element.textContent = text;
    return element;
  }

  function embed(options) {
    const given = Object(options);
    const {
      container,
      title = "Direct Debit Request",
      height = 600,
      newPageLink = true,
      theme = "auto",
    } = given;
    const address = addressOf(given);
    const place = typeof container === "string" ? document.querySelector(container) : container;
    if (place?.nodeType !== 1)
      throw wrong("container", "an element, or the selector of one that is there: call embed after it");
    if (!/^(light|dark|auto)$/.test(theme)) throw wrong("theme", '"light", "dark" or "auto"');
    for (const name of CALLBACKS)
      if (given[name] != null && typeof given[name] !== "function") throw wrong(name, "a function");

    const root = make("div", { position: "relative" });
    const link = make("a", { alignItems: "center", minHeight: "48px" }, "Open in a new page");
    link.style.display = newPageLink ? "inline-flex" : "none";
    link.href = address.href;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
    const status = make("p", { margin: 0, padding: "1em 0", position: "absolute" }, "Loading…");
    status.setAttribute("role", "status");
    const frame = make("iframe", { border: 0, display: "block", visibility: "hidden", width: "100%" });
    frame.style.height = `${height}px`;
    frame.title = title;
    frame.referrerPolicy = "no-referrer";
    // A frame of another scheme than its page is drawn on a slab of black or white.
    const asked = theme === "auto" ? getComputedStyle(place).colorScheme : theme;
    const schemes = asked.match(/light|dark/g) ?? ["light"];
    frame.style.colorScheme = schemes.join(" ");
    if (!schemes[1]) address.searchParams.set("theme", schemes[0]);
    // An isolated page may hold no other frame; the hosted page needs nothing that such a frame lacks.
    if (globalThis.crossOriginIsolated) frame.credentialless = true;
    address.searchParams.set("parent_origin", location.origin);
    frame.src = address.href;

    let isReady = false;
    let isElsewhere = false;
    let timer = setTimeout(refused, PATIENCE_MS);
    const told = new Set();

    /** Each once; a fault as often as there is one. */
    function tell(name, fault) {
      if (!fault && told.has(name)) return;
      told.add(name);
      given[name]?.(fault);
    }

    function refused() {
      frame.style.display = "none";
      status.style.position = "static";
      status.textContent = "The form cannot be shown here. Open it in a new page.";
      const message = `The frame stays silent. Is ${location.origin} an origin of the provider's?`;
      tell("onError", { code: "frame_refused", message });
    }

    function arrived() {
      clearTimeout(timer);
      status.style.display = "none";
      Object.assign(frame.style, { display: "block", visibility: "visible" });
      const { top } = root.getBoundingClientRect();
      // A later step begins at its top, unless that is in sight.
      if (isReady && (top < 0 || top > innerHeight)) root.scrollIntoView();
      isReady = true;
      tell("onReady");
    }

    const heard = new Map(
      Object.entries({
        ready: arrived,
        resize({ height }) {
          if (Number.isFinite(height))
            frame.style.height = `${Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(height)))}px`;
        },
        authorised: () => tell("onAuthorised"),
        cancelled: () => tell("onCancelled"),
        expired: () => tell("onExpired"),
        error: () =>
          tell("onError", { code: "page_error", message: "The page in the frame shows an error." }),
      }),
    );

    function receive({ origin, source, data }) {
      if (origin !== address.origin || !source || source !== frame.contentWindow) return;
      if (data?.source === "dd-setup" && data.version === 1) heard.get(data.type)?.(Object(data.payload));
    }

    /** Reads again what may have happened in the new page. */
    function returned() {
      if (!isElsewhere || document.hidden) return;
      isElsewhere = false;
      frame.src = address.href;
    }

    link.addEventListener("click", () => {
      isElsewhere = true;
    });
    frame.addEventListener("load", () => {
      if (isReady) return;
      clearTimeout(timer);
      timer = setTimeout(refused, GRACE_MS);
    });
    // Before the frame begins, so that nothing it says is missed.
    addEventListener("message", receive);
    document.addEventListener("visibilitychange", returned);
    root.append(status, frame, link);
    place.append(root);

    return {
      element: root,
      openInNewPage: () => link.click(),
      unmount() {
        clearTimeout(timer);
        removeEventListener("message", receive);
        document.removeEventListener("visibilitychange", returned);
        root.remove();
      },
    };
  }

  function open(options) {
    const { href } = addressOf(Object(options));
    const { mode = "page" } = options;
    if (mode !== "page" && mode !== "tab") throw wrong("mode", '"page" or "tab"');
    const tab = mode === "tab" ? window.open(href, "_blank") : null;
    // Where no tab may be opened, this one goes there.
    if (tab) tab.opener = null;
    else location.assign(href);
  }

  function enhance() {
    for (const anchor of document.querySelectorAll('a[data-provider-checkout="embed"]')) {
      const container = document.createElement("div");
      anchor.after(container);
      try {
        embed({ setupUrl: anchor.href, container });
        anchor.style.display = "none";
      } catch (error) {
        // The link stays, and leads where it led.
        container.remove();
        console.error(error);
      }
    }
  }

  globalThis.ProviderCheckout = { embed, open };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", enhance);
  else enhance();
})();
