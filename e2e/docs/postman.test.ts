import { beforeAll, expect, inject, it } from "vitest";
import type { postmanCollection } from "../../lib/docs/postman";
import { postmanRunner } from "../support/postman";
import { makeProvider } from "../support/provider";

const baseUrl = inject("stack").doors.server;

let response: Response;
let collection: ReturnType<typeof postmanCollection>;
let send: ReturnType<typeof postmanRunner>;

beforeAll(async () => {
  response = await fetch(`${baseUrl}/docs/postman.json`);
  collection = await response.json();
  const provider = await makeProvider();
  send = postmanRunner(collection, { api_key: provider.key, provider_code: provider.code });
});

/** What its requests answer, in their order; a reset would take away what others ask for. */
async function run(folder: string) {
  const sent = [];
  for (const item of collection.item.find(({ name }) => name === folder)!.item)
    if (!item.request.url.raw.endsWith("/reset")) sent.push(await send(item));
  return sent;
}

it("is a file to save, made for this address", () => {
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json",
    "content-disposition": 'attachment; filename="provider-checkout-sandbox.postman_collection.json"',
  });
  expect(collection.variable[0]).toMatchObject({ key: "base_url", value: baseUrl });
});

it.each([
  ["Pay Now", [201, 200]],
  ["Payment plan", [200, 201, 200, 200, 200, 200, 200]],
])(
  "%s runs to its end with the key and the provider's code alone, again and again",
  async (flow, statuses) => {
    for (const sent of [await run(flow), await run(flow)]) {
      expect(sent.map(({ status }) => status)).toEqual(statuses);
      for (const { passed } of sent) expect(passed).toHaveLength(2);
    }
  },
);

it("no request of any group has a fault in its key, its address or its body", async () => {
  const faults = [400, 401, 403, 405, 415, 422, 500, 503];
  for (const { name: folder } of collection.item)
    for (const { name, status } of await run(folder))
      expect([folder, name, faults]).toEqual([folder, name, expect.not.arrayContaining([status])]);
});
