import { describe, expect, inject, it } from "vitest";
import { servedOperations } from "../../server/instance/operations";
import { published } from "../conformance/document";
import { acceptedRequest, setting, TABLE } from "../conformance/table";
import { startedPlan } from "../support/scenes";
import { decoded, send } from "../support/send";
import { DOORS } from "../support/stack";

const OPERATIONS = servedOperations("sandbox");
const COMPRESSED = OPERATIONS.filter(({ compressed }) => compressed).map(({ id }) => id);
const LIST = "/v1/provider-checkouts";

/** Nothing but a coding is taken: also short answers are compressed then, where they may be. */
const CODED = { "Accept-Encoding": "br, gzip, identity;q=0" };

/** What begins as our secrets do, whoever made them. */
const SECRETS = /pc_test_\w{20}|dds_\w|cht_\w|whsec_[A-Za-z0-9+/]|dd-setup\?session|\/e\/[0-9a-z]{20}/;

const operations = published();

describe("operations that compress their answers", () => {
  it.each(COMPRESSED)("%s has no member for a secret in any answer", async (id) => {
    const document = await (await fetch(`${inject("stack").doors.server}/openapi.json`)).json();
    const described = Object.values<object>(document.paths)
      .flatMap((methods) => Object.values<{ operationId: string; responses: object }>(methods as never))
      .find(({ operationId }) => operationId === id);
    const seen = new Set<string>();
    /** The schema with all that it refers to, as text. */
    const whole = (text: string): string =>
      [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].reduce((all, [, name]) => {
        if (seen.has(name!)) return all;
        seen.add(name!);
        return all + whole(JSON.stringify(document.components.schemas[name!]));
      }, text);
    const text = whole(JSON.stringify(described?.responses ?? {}).replace(/"examples?":.*/g, ""));
    expect(text).not.toMatch(/"(checkout_token|secret|token|api_key)":/);
    // An address of action is null in lists and events.
    for (const [, shape] of text.matchAll(/"setup_url":(\{[^}]*\})/g))
      expect(JSON.parse(shape!)).toMatchObject({ type: "null" });
  });
});

describe.each(DOORS)("through the %s entry point", (door) => {
  const base = inject("stack").doors[door];

  it.each(Object.keys(TABLE))("%s compresses no secret", async (id) => {
    const { client, provider } = await setting(door);
    const operation = operations.of(id);
    const { method, path, body } = await acceptedRequest(operation, { client, provider });
    const headers: Record<string, string> = { Authorization: `Bearer ${provider.key}`, ...CODED };
    if (body) headers["Content-Type"] = "application/json";
    const sent = await send(method, base + path, headers, body && JSON.stringify(body));
    expect(sent.status).toBe(TABLE[id]!.success);
    const text = decoded(sent).toString();
    const isCoded = sent.headers.has("content-encoding");
    expect(isCoded).toBe(COMPRESSED.includes(id) && door === "server");
    if (id !== "getOpenApi" && isCoded) expect(text).not.toMatch(SECRETS);
  });

  it.each(["/livez", "/readyz", "/v1/nothing"])("%s is not compressed", async (path) => {
    expect((await send("GET", base + path, CODED)).headers.has("content-encoding")).toBe(false);
  });
});

// Through the route files Next would take the header that says how an answer is coded: nothing is compressed there.
describe("answers as the client takes them", () => {
  const base = inject("stack").doors.server;

  it("metrics are", async () => {
    const headers = { Authorization: `Bearer ${inject("stack").jobsSecret}`, "Accept-Encoding": "gzip" };
    const answer = await send("GET", `${base}/api/jobs/metrics`, headers);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(decoded(answer).toString()).toContain("process_cpu");
  });

  it("a list above one KiB, with the length and the bytes that were announced, to HEAD the same", async () => {
    const { client, provider } = await setting("server");
    await startedPlan(client, provider);
    const headers = { Authorization: `Bearer ${provider.key}` };
    const plain = await send("GET", base + LIST, headers);
    expect(plain.bytes.length).toBeGreaterThan(1024);
    expect([plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([
      null,
      expect.stringMatching(/accept-encoding/i),
    ]);
    for (const coding of ["gzip", "br"]) {
      const coded = await send("GET", base + LIST, { ...headers, "Accept-Encoding": coding });
      expect(coded.headers.get("content-encoding")).toBe(coding);
      expect(coded.headers.get("vary")).toMatch(/accept-encoding/i);
      expect(decoded(coded)).toEqual(plain.bytes);
      expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 1.5);
      const head = await send("HEAD", base + LIST, { ...headers, "Accept-Encoding": coding });
      expect(head.headers.get("content-encoding")).toBe(coding);
      expect([head.headers.get("content-length"), head.bytes.length]).toEqual([
        String(coded.bytes.length),
        0,
      ]);
    }
    expect((await client.list()).status).toBe(200);
  });

  it("the document has a weak tag then, and is a 304 by either", async () => {
    const plain = await send("GET", `${base}/openapi.json`, {});
    const coded = await send("GET", `${base}/openapi.json`, { "Accept-Encoding": "gzip, br" });
    const [strong, weak] = [plain, coded].map(({ headers }) => headers.get("etag")!);
    expect([coded.headers.get("content-encoding"), weak]).toEqual(["br", `W/${strong}`]);
    expect(decoded(coded)).toEqual(plain.bytes);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 15);
    for (const [known, told] of [
      [strong, strong],
      [weak, weak],
      [`"other", ${weak}`, weak],
      ["*", strong],
    ] as const) {
      const headers = { "If-None-Match": known!, "Accept-Encoding": "br" };
      const again = await send("GET", `${base}/openapi.json`, headers);
      expect([again.status, again.headers.get("etag"), again.bytes.length]).toEqual([304, told, 0]);
      expect(again.headers.get("vary")).toMatch(/accept-encoding/i);
    }
  });
});
