import { expect, it } from "vitest";
import { idToUuid, newId } from "../../lib/domain/ids";
import { freshened } from "./freshened";

const uuid = () => idToUuid(newId("chk"));

it("statements are sent once more with other ids, each the same wherever it stands", () => {
  const [provider, checkout, event] = [uuid(), uuid(), newId("evt")];
  const before = [
    { text: "insert", parameters: [provider, checkout, "ORD-bc2ce19a8831", `\\x${"0f".repeat(32)}`] },
    {
      text: "event",
      parameters: [`{"id":"${event}","checkout":"${checkout}"}`, "2026-12-08", "150000", null],
    },
  ];
  const [insert, told] = freshened(before, new Set([provider]));
  expect(insert?.parameters).toEqual([
    provider,
    expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    expect.stringMatching(/^ORD-[0-9a-f]{12}$/),
    expect.stringMatching(/^\\x[0-9a-f]{64}$/),
  ]);
  const changed = insert!.parameters
    .slice(1)
    .filter((one, index) => one === before[0]!.parameters[index + 1]);
  expect(changed).toEqual([]);
  const { id, checkout: again } = JSON.parse(told?.parameters[0] ?? "");
  expect(again).toBe(insert?.parameters[1]);
  expect(id).toMatch(/^evt_[0-9a-z]{26}$/);
  expect(id).not.toBe(event);
  expect(told?.parameters.slice(1)).toEqual(["2026-12-08", "150000", null]);
});
