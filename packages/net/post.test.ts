import { expect, it } from "vitest";
import { keptAnswer } from "./post";

const AWAY = { remoteAddress: "8.8.8.8", localAddress: "10.0.0.7" };
const kept = (text: string, ends = AWAY) => keptAnswer(Buffer.from(text), ends);

it("keeps the first 4 KiB of an answer from elsewhere, as text", () => {
  expect(kept("no")).toBe("no");
  expect(kept("")).toBe("");
  expect(kept("x".repeat(5000))).toHaveLength(4096);
  expect(kept("ta\0")).toBe("ta\u{fffd}");
  expect(Buffer.byteLength(kept(`x${"é".repeat(5000)}`)!)).toBeLessThan(4110);
});

it.each([
  "127.0.0.1",
  "127.8.9.10",
  "::1",
  "0:0:0:0:0:0:0:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "10.0.0.7",
  undefined,
])("keeps nothing of a receiver on this machine: %s", (remoteAddress) => {
  expect(keptAnswer(Buffer.from("secret"), { ...AWAY, remoteAddress })).toBeNull();
});
