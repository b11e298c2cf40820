import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { expectProblem } from "../support/api";
import { madeOnce } from "../support/made-once";
import { raw } from "../support/raw";
import { DOORS } from "../support/stack";
import { forEachOf, shareOf } from "./cases";
import { published } from "./document";
import { acceptedRequest, rowOf, setting, WITH_BODY } from "./table";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Members that make any body unreadable, put before its closing brace; packages/text/json.test.ts has all of them. */
const MEMBERS: [string, string][] = [
  ["a member named twice", `"extra":1,"extra":1`],
  ["a member named twice, once escaped", `"plan":1,"pl\\u0061n":{}`],
  ["a __proto__ member, escaped", `"\\u005f_proto__":{}`],
  ["a NUL character", `"extra":"a\\u0000b"`],
  ["a lone high surrogate", `"extra":"\\ud83d"`],
  ["a number beyond a double", `"extra":1e999`],
  ["seventeen levels", `"extra":${nested(16)}`],
  ["thousands of levels left open", `"extra":${"[".repeat(30_000)}`],
  ["NaN", `"extra":NaN`],
  ["a comment", `"extra":1/* one */`],
  ["an unfinished string", `"extra":"`],
];

const BODIES: [string, string | Uint8Array][] = [
  ["white space", " \n\t "],
  ["a byte order mark alone", "\ufeff"],
  ["two values", "{}{}"],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
  ["compressed bytes", gzipSync("{}")],
];

const NOT_OBJECTS = ["null", "[]", '"text"', "7", "true"];

/** [Content-Type, other headers]: none of them says JSON in UTF-8, sent plain. */
const NOT_JSON: [string, Record<string, string>?][] = [
  ["text/plain"],
  [""],
  ["application/json; charset=utf-16"],
  ["application/problem+json"],
  ["application/json, text/plain"],
  ["application/json", { "Content-Encoding": "gzip" }],
];

const operations = published();

/** All read their bodies with the same code: each case meets one operation, and in the part entry-points each. */
const ofItsShare = <T>(cases: readonly T[], id: string) =>
  shareOf(cases, WITH_BODY.indexOf(id), WITH_BODY.length);

describe.each(DOORS)("hostile bodies, through the %s entry point", (door) => {
  async function ready(id: string) {
    const where = await setting(door);
    const operation = operations.of(id);
    const request = await acceptedRequest(operation, where);
    const whole = JSON.stringify(request.body);
    const send = (text: string | Uint8Array, headers?: Record<string, string>) =>
      where.client.call(request.method, request.path, { raw: text, headers });
    const listed = async () => (await where.client.get("/v1/provider-checkouts")).body.data;
    const before = await listed();
    return { operation, send, whole, unchanged: async () => expect(await listed()).toEqual(before) };
  }
  /** For what is refused: whatever was refused before, nothing has happened. */
  const untouched = madeOnce(ready);

  it.each(WITH_BODY)(
    "%s: what is no JSON of one meaning is invalid_json, and nothing happens",
    async (id) => {
      const { send, whole, unchanged } = await untouched(id);
      const start = whole === "{}" ? "{" : `${whole.slice(0, -1)},`;
      const members = MEMBERS.map(([what, member]) => [what, `${start}${member}}`] as const);
      await forEachOf(ofItsShare([...members, ...BODIES], id), async ([what, text]) => {
        const answer = await send(text);
        expect([what, answer.status, answer.body.code]).toEqual([what, 400, "invalid_json"]);
      });
      await unchanged();
    },
  );

  it.each(WITH_BODY)("%s: JSON that is no object is one fault, of the whole", async (id) => {
    const { send, unchanged } = await untouched(id);
    await forEachOf(ofItsShare(NOT_OBJECTS, id), async (text) => {
      const answer = await send(text);
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors).toMatchObject([{ pointer: "", expected: "an object" }]);
    });
    await unchanged();
  });

  it.each(WITH_BODY)(
    "%s: what is not sent as JSON is unsupported_media_type, and does nothing",
    async (id) => {
      const { send, whole, unchanged } = await untouched(id);
      await forEachOf(ofItsShare(NOT_JSON, id), async ([type, headers]) => {
        const answer = await send(whole, { "Content-Type": type, ...headers });
        expect([type, answer.status, answer.body.code]).toEqual([type, 415, "unsupported_media_type"]);
      });
      await unchanged();
    },
  );

  it("a body that is required may not be empty", async () => {
    const required = WITH_BODY.filter((id) => operations.of(id).bodyRequired);
    await forEachOf(required, async (id) => {
      const { send, unchanged } = await untouched(id);
      expectProblem(await send(""), 400, "invalid_json");
      await unchanged();
    });
  });

  it.each(WITH_BODY)("%s: 64 KiB are read, and one byte more is body_too_large", async (id) => {
    const { operation, send, whole, unchanged } = await untouched(id);
    const limit = 64 * 1024;
    for (const length of [limit + 1, ...ofItsShare([limit * 20], id)]) {
      const answer = await send(whole + " ".repeat(length - Buffer.byteLength(whole)));
      expectProblem(answer, 413, "body_too_large");
    }
    await unchanged();
    // The last that is done with it.
    const full = whole + " ".repeat(limit - Buffer.byteLength(whole));
    expect((await send(full)).status).toBe(rowOf(operation).success);
  });

  it.each(WITH_BODY)("%s: odd JSON that has one meaning is read", async (id) => {
    const { operation, send, whole } = await ready(id);
    const start = whole === "{}" ? "{" : `${whole.slice(0, -1)},`;
    const names = [
      ..."constructor prototype toString hasOwnProperty valueOf then".split(" "),
      "\ud83d\ude00",
      "",
    ];
    const odd = names.map((name) => `${JSON.stringify(name)}:{"x":1e308}`).join(",\r\n\t");
    const text = `\ufeff \n${start}${odd},"deep":${nested(15)}}\n`;
    const answer = await send(text, { "Content-Type": 'Application/JSON ; Charset="UTF-8"' });
    expect(answer.status, answer.text.slice(0, 500)).toBe(rowOf(operation).success);
    expect(answer.body.warnings).toHaveLength(names.length + 1);
  });

  it("a body that is optional may be empty, of any media type", async () => {
    const optional = WITH_BODY.filter((id) => !operations.of(id).bodyRequired);
    await forEachOf(optional, async (id) => {
      const { operation, send } = await ready(id);
      const { success } = rowOf(operation);
      expect((await send("")).status).toBe(success);
      expect((await send("", { "Content-Type": "text/plain" })).status).toBe(success);
    });
  });

  it("a GET does not look at a body", async () => {
    const where = await setting(door);
    await forEachOf(
      operations.all().filter(({ method }) => method === "GET"),
      async (operation) => {
        const { path } = await acceptedRequest(operation, where);
        const headers = { "Content-Type": "text/plain", "Content-Length": "1" };
        const answer = await raw(door, "GET", path, { key: where.provider.key, headers, body: "{" });
        expect([operation.id, answer.status]).toEqual([operation.id, 200]);
      },
    );
  });
});
