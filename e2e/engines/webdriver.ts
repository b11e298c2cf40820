/** As much of W3C WebDriver as a student needs: its commands, and a browser that is driven by them. */
import { until } from "../support/poll";

/** The name by which the standard says that something is an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

type Element = { [ELEMENT]: string };

/** The commands, by the names that Firefox has for them. */
export type Command =
  | "Navigate"
  | "GetCurrentURL"
  | "FindElements"
  | "ElementClick"
  | "ElementSendKeys"
  | "ExecuteScript"
  | "SwitchToFrame"
  | "SetWindowRect"
  | "TakeScreenshot";

/** What a browser's own driver does: a command goes there, and its value comes back. */
export interface Driver {
  version: string;
  send(command: Command, params?: Record<string, unknown>): Promise<unknown>;
  stop(): Promise<void>;
}

/** The control whose label begins with some words, or that has them as its name; only what can be seen. */
const CONTROL = `
  const words = arguments[0];
  const text = (node) => node.textContent.replace(/\\s+/g, " ").trim();
  const seen = (node) => node.getClientRects().length > 0;
  const label = [...document.querySelectorAll("label")].find((one) => seen(one) && text(one).startsWith(words));
  if (label) return label.control;
  return [...document.querySelectorAll("button, a, summary")].find(
    (one) => seen(one) && (one.getAttribute("aria-label") ?? text(one)).startsWith(words) && !one.disabled,
  ) ?? null;`;

/** In the middle of the window, and drawn there: in a frame Firefox clicks where the control was before it scrolled. */
const IN_SIGHT = `
  arguments[0].scrollIntoView({ block: "center", behavior: "instant" });
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));`;

export class Browser {
  constructor(private readonly driver: Driver) {}

  async open(url: string): Promise<void> {
    await this.driver.send("Navigate", { url });
  }

  async address(): Promise<string> {
    return String(await this.driver.send("GetCurrentURL"));
  }

  /** Waits for a control by its label or its words. */
  control(words: string): Promise<Element> {
    return until(`a control "${words}"`, () => this.script(CONTROL, words) as Promise<Element | null>);
  }

  async click(words: string): Promise<void> {
    await this.act(`a click on "${words}"`, words, (id) => this.driver.send("ElementClick", { id }));
  }

  /** Makes a choice, or ticks a box. */
  async choose(words: string): Promise<void> {
    const isChosen = async () => this.script("return arguments[0].checked;", await this.control(words));
    await until(`the choice "${words}"`, async () => {
      if (!(await isChosen())) await this.click(words);
      return isChosen();
    });
  }

  async type(words: string, text: string): Promise<void> {
    await this.act(`typing into "${words}"`, words, (id) =>
      this.driver.send("ElementSendKeys", { id, text, value: [...text] }),
    );
  }

  /** What is drawn anew, or moves, between finding and acting is looked for again. */
  private async act(what: string, words: string, action: (id: string) => Promise<unknown>): Promise<void> {
    let refused: unknown;
    const done = async () => {
      try {
        const found = await this.control(words);
        await this.script(IN_SIGHT, found);
        await action(found[ELEMENT]);
        return true;
      } catch (error) {
        if (!/stale|interactable|intercepted|obscure/i.test(String(error))) throw error;
        refused = error;
        return false;
      }
    };
    await until(what, done).catch((error) => {
      throw refused ?? error;
    });
  }

  /** Waits until some words can be seen on the page. */
  async sees(words: string): Promise<void> {
    await until(`the words "${words}"`, () =>
      this.script("return (document.body?.innerText ?? '').includes(arguments[0]);", words),
    );
  }

  /** Waits until the page's address ends so. */
  async at(end: string): Promise<void> {
    await until(`an address that ends with ${end}`, async () => (await this.address()).endsWith(end));
  }

  /** What follows happens in the frame with that title; null: in the page. */
  async frame(title: string | null): Promise<void> {
    const find = `return document.querySelector('iframe[title="${title}"]');`;
    // While a page is being replaced WebKit's driver may wait for a frame that is gone.
    const toTop = () => this.driver.send("SwitchToFrame", { id: null });
    await until("the page", () =>
      toTop().then(
        () => true,
        () => false,
      ),
    );
    if (title === null) return;
    const frame = await until(`the frame ${title}`, () => this.script(find) as Promise<Element | null>);
    await this.driver.send("SwitchToFrame", { id: frame, element: frame[ELEMENT] });
  }

  /** While a page is being replaced there is none to ask. */
  async script(script: string, ...args: unknown[]): Promise<unknown> {
    try {
      return await this.driver.send("ExecuteScript", { script, args });
    } catch (error) {
      if (/no such window|unloaded|navigat|no such frame|document|context/i.test(String(error))) return null;
      throw error;
    }
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(String(await this.driver.send("TakeScreenshot")), "base64");
  }
}
