import { test as base } from "../browser/neighbour";
import { Visit } from "./screen";

/** The tests of `neighbour`, with all that a screen is reached with. */
export const test = base.extend<{ visit: Visit }>({
  visit: async ({ page, api, provider, neighbour, watch }, give) =>
    give(new Visit(page, api, provider, neighbour, watch)),
});
