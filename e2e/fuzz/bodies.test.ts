import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { membersOf, published } from "../conformance/document";
import { acceptedRequest, isCreate, setting, WITH_BODY } from "../conformance/table";
import type { Answer } from "../support/answer";
import { payNowBody, planBody } from "../support/bodies";
import { DOORS, type Door } from "../support/stack";
import { bodies, CARD_NUMBERS, texts } from "./arbitraries";
import { HANGS_MS, runsOf, SEED, tryOn } from "./runs";

/** How many bodies a door gets for each operation, as values and as edited text. */
const RUNS: Record<Door, { values: number; texts: number }> = {
  server: { values: runsOf(2_000), texts: runsOf(2_000) / 4 },
  next: { values: Math.min(runsOf(100), 100), texts: 32 },
};

const operations = published();

/** The pointers of all pairs of metadata, and of all items of a list, count as one. */
const memberOf = (pointer: string) =>
  pointer.replace(/^\/metadata\/.*/s, "/metadata").replace(/^\/event_types\/\d+$/, "/event_types");

/** Only a reference is returned as it was sent; nowhere else may a card number come back. */
function isRepeated({ text, body }: Answer, number: string): boolean {
  const { provider_order_id, provider_account_id } = body?.provider ?? {};
  return text.includes(number) && ![provider_order_id, provider_account_id].includes(number);
}

function judge(answer: Answer, sent: string, pointers: Set<string>) {
  const what = `${sent.slice(0, 1500)}\n→ ${answer.status} ${answer.text.slice(0, 900)}`;
  expect(answer.status, what).toBeLessThan(500);
  expect(CARD_NUMBERS.filter((number) => isRepeated(answer, number)).length, what).toBe(0);
  if (answer.body?.code !== "validation_failed") return;
  expect(answer.status, what).toBe(422);
  expect(answer.body.errors.length, what).toBeGreaterThan(0);
  for (const { pointer, expected } of answer.body.errors) {
    expect(pointers, what).toContain(memberOf(pointer));
    expect(typeof expected, what).toBe("string");
  }
}

describe.each(DOORS)(`fuzzed bodies, seed ${SEED}, through the %s entry point`, (door) => {
  it.each(WITH_BODY)(
    "%s never fails on one, returns no card number, and names only fields that it has",
    { timeout: HANGS_MS },
    async (id) => {
      const where = await setting(door);
      const operation = operations.of(id);
      const pointers = new Set(["", ...membersOf(operation.body!).map(({ pointer }) => pointer)]);
      const { path, body = {} } = await acceptedRequest(operation, where);
      const right = isCreate(operation)
        ? fc.boolean().map((byCard) => (byCard ? payNowBody : planBody)(where.provider))
        : fc.constant(body);
      const send = async (sent: string) =>
        judge(await where.client.call(operation.method, path, { raw: sent }), sent, pointers);
      await tryOn(bodies(operation.body!, right), RUNS[door].values, (made) => send(JSON.stringify(made)));
      await tryOn(texts(right), RUNS[door].texts, send);
    },
  );
});
