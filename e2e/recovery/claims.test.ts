import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { email } from "../../drizzle/schema";
import { takeDue } from "../../lib/db/claims";
import { database } from "../support/provider";

const found = sql`select * from (values (gen_random_uuid(), gen_random_uuid()), (gen_random_uuid(), gen_random_uuid()))
  as due (provider_id, id)`;
const due = { found, limit: 2, isDue: sql`true` };

it("rows of one provider are kept if those of the next cannot be taken", async () => {
  let providers = 0;
  const taken = await takeDue(database(), email, due, async () => {
    providers++;
    if (providers === 2) throw new Error("The connection was lost");
    return ["taken"];
  });
  expect([providers, taken]).toEqual([2, ["taken"]]);
});

it("if nothing can be taken, the failure is told", async () => {
  const failing = takeDue(database(), email, due, () => Promise.reject(new Error("The connection was lost")));
  await expect(failing).rejects.toThrow("The connection was lost");
});

it("a worker looks once more if others have taken all that it found", async () => {
  for (const [limit, looks] of [
    [2, 2],
    [3, 1],
  ] as const) {
    let asked = 0;
    await takeDue(database(), email, { ...due, limit }, async () => {
      asked++;
      return [];
    });
    expect(asked).toBe(2 * looks);
  }
});
