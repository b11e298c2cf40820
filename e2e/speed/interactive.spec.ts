import { expect, test } from "../support/browser/test";
import { untilUndisturbed } from "../support/measure";
import { askLighthouse } from "./lighthouse";
import { PAGES } from "./pages";

const MOST_MS = 2_000;
const ROUNDS = 12;

for (const { name, address } of PAGES)
  test(`${name}: answers a tap within two seconds of the first request, on a slow phone and slow 4G`, async ({
    api,
    provider,
    baseURL,
  }, { annotations }) => {
    const url = new URL(await address(api, provider), baseURL).href;
    const ms = await untilUndisturbed(
      `time to interactive, ${name}`,
      async () => {
        const { interactive } = (await askLighthouse(url, { onlyAudits: ["interactive"] })).audits;
        return Math.round(interactive!.numericValue!);
      },
      (ms) => ms <= MOST_MS,
      ROUNDS,
    );
    console.error(`| time to interactive | ${name} | ${ms} ms |`);
    annotations.push({ type: "time to interactive in ms", description: String(ms) });
    expect(ms).toBeLessThanOrEqual(MOST_MS);
  });
