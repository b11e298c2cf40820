import type { FrameLocator } from "@playwright/test";
import { register } from "../provider";
import { type Scene, startedPlan } from "../scenes";
import { hostPage } from "./embed-host";
import { test as base } from "./neighbour";

type HostOptions = Parameters<typeof hostPage>[2];

/** The provider's own site at college.example, which is registered: it may hold the hosted page in a frame. */
export interface Site {
  origin: string;
  /** What loads the embed script. */
  script: string;
  /** The same pages under a name that is not registered. */
  at(host: "stranger.example" | "127.0.0.1"): Site;
  /** Serves a page. @returns its address */
  serve(name: string, html: string): string;
  /** Opens a page with this content. */
  open(html: string, headers?: Record<string, string>): Promise<void>;
  /** Opens a page that calls `ProviderCheckout.embed`. */
  embed(options: HostOptions, waitUntil?: "load" | "commit"): Promise<void>;
  /** Opens a page with the address in a frame; what the frame says is kept. */
  frame(address: string): Promise<FrameLocator>;
}

interface Fixtures {
  /** A plan that awaits its direct debit. */
  scene: Scene;
  site: Site;
}

export const test = base.extend<Fixtures>({
  scene: async ({ api, provider }, give) => give(await startedPlan(api, provider)),

  site: async ({ page, provider, neighbour, baseURL }, give) => {
    const at = (host: Parameters<typeof neighbour.origin>[0]): Site => {
      const origin = neighbour.origin(host);
      return {
        origin,
        script: `<script src="${baseURL}/embed/v1.js"></script>`,
        at,
        serve: (name, html) => origin + neighbour.serve(name, html),
        async open(html, headers) {
          await page.goto(origin + neighbour.serve("enrol", html, headers));
        },
        async embed(options, waitUntil = "load") {
          await page.goto(origin + hostPage(neighbour, baseURL!, options), { waitUntil });
        },
        frame: (address) => neighbour.embed(page, host, address),
      };
    };
    const site = at("college.example");
    await register(provider, { allowedOrigins: [site.origin] });
    await give(site);
  },
});
