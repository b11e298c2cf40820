import { expect, it } from "vitest";
import { type CardAccount, cardEntryOf } from "./accounts";
import type { CardGateway } from "./port";

const gateway = { mode: "test" } as CardGateway;

async function scriptAt(about: Pick<CardAccount, "kind"> & Partial<CardAccount>) {
  const account = { gateway, publishableKey: "pk_test_1", externalAccount: null, standIn: null, ...about };
  const accounts = { of: async () => [{ ...account, isCurrent: true } as CardAccount], all: async () => [] };
  return (await cardEntryOf({ accounts, gateway }, "prv_1", "pk_test_settings")).script;
}

it("the capture script's address names the processor whose script it loads", async () => {
  expect(await scriptAt({ kind: "sandbox" })).toBe("/capture/v1.js");
  expect(await scriptAt({ kind: "http" })).toBe("/capture/v1.js");
  expect(await scriptAt({ kind: "pinch" })).toBe("/capture/v1.js?processor=pinch");
  expect(await scriptAt({ kind: "stripe" })).toBe("/capture/v1.js?processor=stripe");
});

it("the capture script's address names the account at Stripe that the key acts for, and a stand-in", async () => {
  expect(await scriptAt({ kind: "stripe", externalAccount: "acct_1" })).toBe(
    "/capture/v1.js?processor=stripe&account=acct_1",
  );
  expect(await scriptAt({ kind: "pinch", standIn: new URL("http://127.0.0.1:4010/") })).toBe(
    "/capture/v1.js?processor=pinch&stand_in=http%3A%2F%2F127.0.0.1%3A4010",
  );
});
