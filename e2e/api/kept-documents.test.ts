import { describe, expect, it } from "vitest";
import { api } from "../support/api";

const TEXTS = ["/llms.txt", "/openapi.json"];

describe("texts that are the same for everybody", () => {
  it.each(TEXTS)("%s is a 304 for whoever has it", async (path) => {
    const { headers, status } = await api("server").get(path);
    expect([status, headers.get("etag")]).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
    const again = await api("server").get(path, { headers: { "If-None-Match": headers.get("etag")! } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});

it("the text for programs has the guides in two parts, and commands of operators in the second only", async () => {
  const { text, headers } = await api("server").get("/llms.txt");
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const [integrate, operate] = text.split("\n# Operate\n");
  expect(integrate).toMatch(/^# Provider Checkout\n[\s\S]*\n# Integrate\n[\s\S]*\n# Pay Now\n/);
  expect(integrate).not.toContain("npm run ");
  // Its addresses work anywhere.
  expect(text).not.toMatch(/<!--|\]\(\//);
  expect(operate).toContain("npm run keys -- issue");
});

it("the document and each guide name the operator too", async () => {
  const { body } = await api("server").get("/openapi.json");
  expect(body.info.contact).toEqual({
    name: "The operator of this deployment",
    email: "operator@example.edu",
  });
  expect((await api("server").get("/docs/pay-now")).text).toContain('href="mailto:operator@example.edu"');
});

it.each(["/docs", "/docs/reference", "/llms.txt"])("%s is a 304 too, where it is kept", async (path) => {
  const { headers } = await api("server").get(path);
  const again = await api("server").get(path, { headers: { "If-None-Match": headers.get("etag")! } });
  expect([again.status, again.text]).toEqual([304, ""]);
});
