import { describe, expect, it } from "vitest";
import { api } from "../support/api";
import { DOORS } from "../support/stack";

const TEXTS = ["/llms.txt", "/llms-full.txt", "/openapi.json"];

describe.each(DOORS)("texts that are the same for everybody, through the %s door", (door) => {
  it.each(TEXTS)("%s is a 304 for whoever has it", async (path) => {
    const { headers, status } = await api(door).get(path);
    expect([status, headers.get("etag")]).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
    const again = await api(door).get(path, { headers: { "If-None-Match": headers.get("etag")! } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});

it.each(["/docs", "/docs/reference", "/llms.txt"])("%s is a 304 too, where it is kept", async (path) => {
  const { headers } = await api("server").get(path);
  const again = await api("server").get(path, { headers: { "If-None-Match": headers.get("etag")! } });
  expect([again.status, again.text]).toEqual([304, ""]);
});
