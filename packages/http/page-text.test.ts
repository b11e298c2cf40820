import { expect, it } from "vitest";
import { Page } from "../../lib/contract/paging";
import { createPageText } from "./page-text";

/** So many entries of some 10,000 characters; `onShow` is told of each. */
const longPage = (entries: number, onShow: (at: number) => void = () => {}) =>
  new Page(
    Array.from({ length: entries }, (_, at) => () => {
      onShow(at);
      return { at, text: "é".repeat(10_000) };
    }),
    "cursor",
  );

it("writes what JSON.stringify writes", async () => {
  const write = createPageText();
  for (const entries of [0, 1, 30]) {
    const text = await write(longPage(entries), "one");
    expect(text).toBe(JSON.stringify(longPage(entries)));
    expect(JSON.parse(text).data).toHaveLength(entries);
  }
});

it("a list of the usual length is written without a pause", () => {
  let shown = 0;
  void createPageText()(
    longPage(6, () => shown++),
    "one",
  );
  expect(shown).toBe(6);
});

it("between the parts of a long list the process does other things", async () => {
  let shown = 0;
  const done = createPageText()(
    longPage(100, () => shown++),
    "one",
  );
  const seen = [shown];
  let isOver = false;
  void done.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(shown);
  }
  const most = Math.max(...seen.map((count, at) => count - (seen[at - 1] ?? 0)));
  expect(most).toBeLessThanOrEqual(8);
  expect(seen.length).toBeGreaterThan(10);
});

it("providers take turns: who asks for one list waits for none of another's fifty", async () => {
  const write = createPageText();
  const ended: string[] = [];
  const greedy = Array.from({ length: 50 }, () =>
    write(longPage(100), "greedy").then(() => ended.push("greedy")),
  );
  const modest = write(longPage(20), "modest").then(() => ended.push("modest"));
  await Promise.all([...greedy, modest]);
  expect(ended.indexOf("modest")).toBe(0);
});
