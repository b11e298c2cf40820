import { expect, it, vi } from "vitest";
import { keptText } from "./kept-text";

const asked = (headers: Record<string, string> = {}) => new Request("https://pay.example/x", { headers });

it("is made once, however often it is asked for", async () => {
  const make = vi.fn(() => "all guides");
  const texts = await Promise.all(
    Array.from({ length: 100 }, () => keptText(asked(), "one", "text/plain", make).text()),
  );
  expect(new Set(texts)).toEqual(new Set(["all guides"]));
  expect(make).toHaveBeenCalledTimes(1);
});

it("is not sent to whoever has it", async () => {
  const first = keptText(asked(), "two", "text/plain", () => "text");
  const etag = first.headers.get("etag")!;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = keptText(asked({ "if-none-match": known }), "two", "text/plain", () => "text");
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  expect(keptText(asked({ "if-none-match": '"other"' }), "two", "text/plain", () => "").status).toBe(200);
});
