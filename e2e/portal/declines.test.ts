import { describe, expect, it } from "vitest";
import type { Declines } from "../../lib/domain/declines";
import { memoryBuckets } from "../../packages/http/limits/bucket";
import { createPortal } from "../../server/instance/portal";
import { createDeclines } from "../../server/limits/declines";
import { createLimits } from "../../server/limits/limits";
import { cardToken } from "../support/bodies";
import { atCard } from "./student";

/** Of a process that has seen no declines yet. */
function limitedDeclines(tell: Parameters<typeof createDeclines>[1]) {
  const store = memoryBuckets(() => 0);
  const limits = createLimits({ key: { capacity: 1, perSecond: 1 }, store });
  return { limits, declines: createDeclines(store, tell) };
}

describe("a network on which many cards are declined", () => {
  it("waits after ten, is told until when, and nothing reaches the bank meanwhile", async () => {
    const { deps } = await atCard();
    const noted: unknown[][] = [];
    const { limits, declines } = limitedDeclines((...note) => noted.push(note));
    const over = { ...deps, limits, declines };
    let declined = 0;
    for (let card = 0; card < 12; card++) {
      const student = await atCard({ over });
      const result = await student.pay(cardToken("declined_generic_decline"));
      if (result.status === "declined") declined++;
      else {
        expect(result).toMatchObject({ status: "refused", field: null });
        expect(result).toHaveProperty(
          "message",
          expect.stringMatching(/not sent to your bank\. Try again after \d+:\d\d\u00a0[ap]m \(.+\), or/),
        );
        expect(await student.charges()).toEqual([]);
      }
    }
    expect(declined).toBe(10);
    expect(noted.map(([by]) => by)).toEqual(["network"]);
  });

  it("is not told that a card was not charged where the same form, sent twice, is charging it", async () => {
    const student = await atCard();
    const token = cardToken();
    const declines: Declines = {
      async begin() {
        expect(await student.pay(token)).toEqual({ status: "moved", step: "done" });
        return { waitSeconds: 10 };
      },
      count: async () => {},
    };
    const refused = await student.pay(token, createPortal({ ...student.deps, declines }));
    expect(refused).toMatchObject({ status: "refused", message: expect.not.stringMatching(/not charged/) });
  });

  it("is charged one decline for a form that is sent twice: the bank saw one card", async () => {
    const counted: string[] = [];
    const declines: Declines = {
      begin: async () => ({ end: () => {} }),
      count: async ({ requestId }) => void counted.push(requestId),
    };
    const student = await atCard({ deps: { declines } });
    const token = cardToken("declined_generic_decline");
    const first = await student.pay(token);
    expect(first).toMatchObject({ status: "declined" });
    expect(await student.pay(token)).toEqual(first);
    expect(counted).toHaveLength(1);
    await student.pay(cardToken("declined_generic_decline"));
    expect(counted).toHaveLength(2);
  });
});
