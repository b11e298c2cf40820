import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { raw } from "../support/raw";

const FILES = [
  ["capture/v1.js", "application/javascript"],
  ["embed/v1.js", "application/javascript"],
  ["embed/v1.d.ts", "text/plain"],
] as const;

it.each(FILES)("%s can be loaded by any page, also by an isolated one", async (name, type) => {
  const answer = await raw("server", "GET", `/${name}`, { headers: { Origin: "https://college.example" } });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    "content-type": expect.stringMatching(new RegExp(`^${type}; charset=utf-8$`, "i")),
  });
  expect(answer.text).toBe(readFileSync(`public/${name}`, "utf8"));
});

it.each(FILES)("%s is asked for again each time, and sent only when it changed", async (name) => {
  const first = await raw("server", "GET", `/${name}`);
  expect(first.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  const again = await raw("server", "GET", `/${name}`, {
    headers: { "If-None-Match": first.headers.etag! },
  });
  expect(again).toMatchObject({ status: 304, text: "" });
  expect(again.headers["cross-origin-resource-policy"]).toBe("cross-origin");
});
