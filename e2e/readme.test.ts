import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { runShell, workFolder } from "./support/examples";
import { makeProvider } from "./support/provider";

const blocks = [...readFileSync("README.md", "utf8").matchAll(/^```bash\n(.*?)^```$/gms)].map(
  ([, text]) => text!,
);

/** A folder as a reader has it with the demo running: only `.data/demo.json` counts. */
const { folder, remove } = workFolder();
let printed: string[] = [];

/** What the one block that holds this text has printed. */
function outputOf(text: string): string {
  const found = blocks.flatMap((block, index) => (block.includes(text) ? [index] : []));
  expect(found, `blocks with ${text}`).toHaveLength(1);
  return printed[found[0]!]!;
}

beforeAll(async () => {
  const provider = await makeProvider();
  const demo = {
    base_url: inject("stack").doors.server,
    provider_code: provider.code,
    api_key: provider.key,
  };
  mkdirSync(join(folder, ".data"));
  writeFileSync(join(folder, ".data/demo.json"), JSON.stringify(demo));
  printed = await runShell(blocks, folder);
});

afterAll(remove);

/** An answer that the examples saved in their own folder. */
function saved(file: string) {
  const [work] = readdirSync(folder).filter((name) => name !== ".data");
  return JSON.parse(readFileSync(join(folder, work!, file), "utf8"));
}

it("every block of the quickstart runs to its end", () => {
  expect(blocks.length).toBeGreaterThan(5);
  expect(printed).toHaveLength(blocks.length);
  expect(JSON.parse(printed[0]!)).toMatchObject({ environment: "sandbox", ready_for_api_calls: true });
});

it("nothing is written into the folder that they are run in", () => {
  expect(readdirSync(folder)).toEqual([".data", expect.stringMatching(/^tmp\./)]);
});

it("Pay Now is a 201, its retry the same bytes, and both are one charge", () => {
  expect(outputOf("TOKEN=$(card_token visa)")).toBe("201\ntrue\n");
  const [status, charges] = outputOf("/v1/sandbox/charges").trim().split("\n");
  expect(status).toBe("201");
  expect(saved("again.json")).toEqual(saved("paid.json"));
  expect(JSON.parse(charges!).data).toMatchObject([{ amount: 1500, status: "succeeded" }]);
});

it("a declined card is a 402, and another card succeeds under the same key", () => {
  expect(outputOf("declined_insufficient_funds")).toBe("402\n201\n");
  expect(saved("declined.json")).toMatchObject({
    code: "card_declined",
    card_payment: { decline_code: "insufficient_funds" },
  });
  expect(saved("retried.json").card_payment).toMatchObject({ success: true, card: { scheme: "mastercard" } });
});

it("a payment plan is created, authorised, confirmed and cancelled as the README says", () => {
  const [created, status, setupUrl] = outputOf('create_plan "$ORDER_ID" ').trim().split("\n");
  expect([created, status]).toEqual(["201", "Awaiting Direct Debit"]);
  expect(setupUrl).toContain("/api/dd-setup?session=dds_");
  expect(outputOf("/authorise-direct-debit")).toBe("200\nAwaiting Confirmation\n");
  expect(outputOf("$CHECKOUT_ID/confirm")).toBe("200\nPayment Plan Signed\n");
  expect(outputOf("/cancel")).toBe("201\n200\nCancelled\n");
});

it("the agreement that it downloads is a PDF, and the status has its timeline", () => {
  const output = outputOf("agreement.pdf");
  expect(output).toMatch(/^200 application\/pdf\n/);
  const [, file] = /The agreement is in (.+)/.exec(output)!;
  expect(readFileSync(file!).subarray(0, 5).toString()).toBe("%PDF-");
  const { timeline } = JSON.parse(output.trim().split("\n").at(-1)!);
  expect(timeline.slice(0, 3).map(({ type }: { type: string }) => type)).toEqual([
    "checkout.created",
    "direct_debit.authorised",
    "payment_plan.signed",
  ]);
});
