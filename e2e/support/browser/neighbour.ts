import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { HOSTS } from "./shared-browser";
import { test as base } from "./test";

type Host = (typeof HOSTS)[number];

/** What a page with a frame was told, as its window keeps it. */
export interface Received {
  origin: string;
  data: { source: string; version: number; type: string; payload: object };
}

interface Served {
  headers: Record<string, string>;
  /** What the browser gets, made anew for each request where it is a function. */
  body: string | (() => string | Promise<string>);
}

const HTML = { "Content-Type": "text/html; charset=utf-8" };

/** A provider's own site, and a stranger's: pages that hold ours in a frame or send forms to it. */
export class Neighbour {
  private readonly server: Server;
  private readonly files = new Map<string, Served>();

  private constructor() {
    this.server = createServer(async (request, response) => {
      const file = this.files.get(new URL(request.url!, "http://any").pathname);
      const body = typeof file?.body === "function" ? await file.body() : file?.body;
      response.writeHead(file ? 200 : 404, file?.headers ?? HTML).end(body);
    });
  }

  static async start(): Promise<Neighbour> {
    const neighbour = new Neighbour();
    await once(neighbour.server.listen(0, "127.0.0.1"), "listening");
    return neighbour;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, "close");
  }

  origin(host: Host | "127.0.0.1"): string {
    return `http://${host}:${(this.server.address() as { port: number }).port}`;
  }

  /** Serves a page under any of the names, and gives its path. */
  serve(name: string, body: string, headers: Record<string, string> = {}): string {
    const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${name}</title>${body}`;
    return this.serveFile(name, page, { ...HTML, ...headers });
  }

  /** Serves anything else: a script, an answer. */
  serveFile(name: string, body: Served["body"], headers: Record<string, string>): string {
    this.files.set(`/${name}`, { headers, body });
    return `/${name}`;
  }

  /** Opens a page of one of these sites with the address in a frame; what the frame says is kept. */
  async embed(page: Page, host: Host | "127.0.0.1", address: string) {
    const path = this.serve(
      "payment",
      `<main><h1>Pay your fees</h1><script>window.received = []; addEventListener("message", ({ origin, data }) => data !== "settled" && received.push({ origin, data }))</script>
      <style>body { margin: 0 } iframe { border: 0; display: block; height: 1200px; width: 100% }</style>
      <iframe title="Direct Debit Request" src="${address.replaceAll("&", "&amp;")}"></iframe></main>`,
    );
    await page.goto(this.origin(host) + path);
    return page.frameLocator("iframe");
  }
}

/** All that a page's frame has said to it so far. */
export const receivedBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { received: Received[] }).received);

/** The same once the frame can say no more: it is emptied for that. */
export async function allReceivedBy(page: Page): Promise<Received[]> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const frame = document.querySelector("iframe")!;
        addEventListener("message", ({ data }) => data === "settled" && resolve());
        frame.addEventListener("load", () => postMessage("settled"));
        frame.src = "about:blank";
      }),
  );
  return receivedBy(page);
}

interface Fixtures {
  /** Other sites of the test's own; requests to them are in order. */
  neighbour: Neighbour;
}

/** The tests of `test`, beside such sites. */
export const test = base.extend<Fixtures>({
  neighbour: async ({ watch }, give) => {
    const neighbour = await Neighbour.start();
    for (const host of [...HOSTS, "127.0.0.1"] as const) watch.allowOrigin(neighbour.origin(host));
    await give(neighbour);
    await neighbour.stop();
  },
});
