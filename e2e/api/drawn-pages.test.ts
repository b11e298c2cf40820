import { expect, inject, it } from "vitest";
import { DOORS } from "../support/stack";

const PAGES = ["/docs", "/api/dd-setup?session=none", "/api/card-payment?session=none"];

it.each(DOORS)("pages without a script link to the portal's own files, behind %s", async (door) => {
  const filesOf = async (path: string) => {
    const response = await fetch(inject("stack").doors[door] + path, { headers: { accept: "text/html" } });
    const html = await response.text();
    const files = [...html.matchAll(/"(\/_next\/[^"\\]+)/g)].map(([, file]) => file!);
    return [...new Set(files.filter((file) => !/\.js(\?|$)/.test(file)))].sort();
  };
  const files = await filesOf("/link");
  expect(files).toEqual([expect.stringContaining(".css"), expect.stringContaining(".woff2")]);
  for (const path of PAGES) expect(await filesOf(path), path).toEqual(files);
});

it.each(DOORS)("they name no script of the framework, behind %s", async (door) => {
  for (const path of PAGES) {
    const response = await fetch(inject("stack").doors[door] + path, { headers: { accept: "text/html" } });
    const html = await response.text();
    expect(html.match(/\/_next\/[^"]+\.js|__NEXT_DATA__|__next_f/g), path).toBeNull();
    if (path.startsWith("/docs")) expect(html).not.toContain("<script src");
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en-AU"/);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  }
});

it.each(DOORS)("security.txt names the operator, its end and its own address, behind %s", async (door) => {
  const response = await fetch(`${inject("stack").doors[door]}/.well-known/security.txt`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:operator@example\.edu\nExpires: /);
  expect(text).toMatch(/^Canonical: http.+\/\.well-known\/security\.txt$/m);
  const [, expires = ""] = /^Expires: (.+)$/m.exec(text) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
});
