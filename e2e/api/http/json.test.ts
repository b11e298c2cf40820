import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../support/answer";
import { api, expectProblem } from "../../support/api";
import { payNowBody, planBody } from "../../support/bodies";
import { makeProvider, type TestProvider } from "../../support/provider";
import { DOORS } from "../../support/stack";

const quote = (value: unknown) => JSON.stringify(value);
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Bodies that are refused as JSON, made from a valid one by what stands before its closing brace. */
const HOSTILE_MEMBERS: [string, string][] = [
  ["a member named twice", `,"plan":{}`],
  ["a member named twice, once escaped", `,"pl\\u0061n":{}`],
  ["a member named twice, with space before the colon", `,"plan"${" ".repeat(200)}:{}`],
  ["a member named twice inside another", `,"extra":{"a":1,"a":2}`],
  ["a member named twice inside an array", `,"extra":[[{"a":1,"b":2,"a":1}]]`],
  ["an unknown member named twice", `,"extra":1,"extra":1`],
  ["a __proto__ member", `,"__proto__":{"admin":true}`],
  ["a __proto__ member, escaped", `,"\\u005f_proto__":{}`],
  ["a __proto__ member, deep", `,"extra":[{"x":{"__proto__":1}}]`],
  ["a NUL character", `,"extra":"a\\u0000b"`],
  ["a NUL character in a name", `,"a\\u0000b":1`],
  ["a lone high surrogate", `,"extra":"\\ud83d"`],
  ["a lone low surrogate", `,"extra":"\\ude00"`],
  ["surrogates in the wrong order", `,"extra":"\\ude00\\ud83d"`],
  ["a lone surrogate in a name", `,"\\ud83d":1`],
  ["a number beyond a double", `,"extra":1e999`],
  ["a negative number beyond a double", `,"extra":[-1e999]`],
  ["seventeen levels", `,"extra":${nested(16)}`],
  ["thousands of levels", `,"extra":${nested(20_000)}`],
  ["thousands of levels left open", `,"extra":${"[".repeat(30_000)}`],
  ["NaN", `,"extra":NaN`],
  ["Infinity", `,"extra":Infinity`],
  ["a comment", `,"extra":1/* one */`],
  ["a trailing comma", `,"extra":1,`],
  ["single quotes", `,'extra':1`],
  ["a number with a leading zero", `,"extra":01`],
  ["a hexadecimal number", `,"extra":0x10`],
  ["a raw line break in a string", `,"extra":"a\nb"`],
  ["an unknown escape", `,"extra":"\\x41"`],
  ["an unfinished escape", `,"extra":"\\u00"`],
  ["an unfinished string", `,"extra":"`],
];

const HOSTILE_BODIES: [string, string | Uint8Array][] = [
  ["an empty body", ""],
  ["white space", " \n\t "],
  ["a lone brace", "{"],
  ["two values", "{}{}"],
  ["text", "provider=harbour"],
  ["an unquoted word", "nonsense"],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ["an overlong UTF-8 sequence", new Uint8Array([0x22, 0xc0, 0xaf, 0x22])],
  ["a surrogate in UTF-8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["UTF-16", Buffer.from("{}", "utf16le")],
  ["compressed bytes", gzipSync("{}")],
];

/** JSON that is well formed and is no object. */
const NOT_OBJECTS = ["null", "[]", "[{}]", '"text"', "7", "true", "false"];

describe.each(DOORS)("JSON bodies, through the %s door", (door) => {
  async function setting() {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const send = (raw: string | Uint8Array, headers?: Record<string, string>) =>
      client.call("POST", "/v1/provider-checkouts", { raw, headers });
    return { provider, client, send };
  }
  const with_ = (provider: TestProvider, text: string) => `${quote(planBody(provider)).slice(0, -1)}${text}}`;

  it.each(HOSTILE_MEMBERS)("%s is invalid_json", async (_, text) => {
    const { provider, client, send } = await setting();
    expectProblem(await send(with_(provider, text)), 400, "invalid_json");
    expect((await client.get("/v1/provider-checkouts")).body.data).toEqual([]);
  });

  it.each(HOSTILE_BODIES)("%s is invalid_json", async (_, bytes) => {
    const { send } = await setting();
    expectProblem(await send(bytes), 400, "invalid_json");
  });

  it.each(NOT_OBJECTS)(
    "%s as body is a field error of the whole, in every operation that takes one",
    async (raw) => {
      const { provider, client, send } = await setting();
      const { body } = await client.create(planBody(provider));
      const id = body.checkout.checkout_id;
      const answers: Answer[] = [await send(raw)];
      for (const path of [
        "/api/provider-checkout",
        "/api/provider-checkout-confirm",
        `/v1/provider-checkouts/${id}/confirm`,
        `/v1/provider-checkouts/${id}/cancel`,
        `/v1/provider-checkouts/${id}/checkout-token`,
        `/v1/sandbox/provider-checkouts/${id}/authorise-direct-debit`,
      ])
        answers.push(await client.call("POST", path, { raw }));
      for (const answer of answers) {
        expectProblem(answer, 422, "validation_failed");
        expect(answer.body.errors[0]).toMatchObject({ pointer: "", expected: "an object" });
      }
    },
  );

  it("what looks like a duplicate inside a string, or in two objects, is none", async () => {
    const { provider, send } = await setting();
    const text = `,"note":"\\"plan\\":1,\\"plan\\":2","a":{"x":1},"b":{"x":1},"c":["x","x"]`;
    expect((await send(with_(provider, text))).status).toBe(201);
  });

  it("sixteen levels are read, as are a byte order mark, any white space and escaped names", async () => {
    const { provider, send } = await setting();
    expect((await send(with_(provider, `,"extra":${nested(15)}`))).status).toBe(201);
    expect((await send(`\ufeff${quote(planBody(provider))}`)).status).toBe(201);
    expect((await send(`\r\n\t ${JSON.stringify(planBody(provider), null, "\t")}\n`)).status).toBe(201);
    expect((await send(quote(planBody(provider)).replace('"plan"', '"pl\\u0061n"'))).status).toBe(201);
  });

  it("names of JavaScript's own objects are members like any other", async () => {
    const { provider, send } = await setting();
    const names = ["constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then"];
    const text = names.map((name) => `,"${name}":{"x":1}`).join("");
    const answer = await send(with_(provider, text));
    expect(answer.status).toBe(201);
    expect(answer.body.warnings.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      names.map((name) => `/${name}`),
    );
  });

  it("names of JavaScript's own objects fill in no field", async () => {
    const { provider, send } = await setting();
    const body = planBody(provider, { student: undefined });
    for (const student of ['"toString"', '{"constructor":{"first_name":"A"}}']) {
      const answer = await send(`${quote(body).slice(0, -1)},"student":${student}}`);
      expectProblem(answer, 422, "validation_failed");
    }
  });

  it("64 KiB are read to the byte, in bytes and not characters, and one more is body_too_large", async () => {
    const { provider, send } = await setting();
    const sized = (bytes: number, filler = "x") => {
      const bare = with_(provider, `,"extra":""`);
      const room = bytes - Buffer.byteLength(bare);
      const width = Buffer.byteLength(filler);
      const text = filler.repeat(Math.floor(room / width)) + "y".repeat(room % width);
      return bare.replace(`"extra":""`, `"extra":"${text}"`);
    };
    for (const filler of ["x", "é", "😀"]) {
      const whole = sized(64 * 1024, filler);
      expect(Buffer.byteLength(whole)).toBe(65_536);
      expect((await send(whole)).status).toBe(201);
      expectProblem(await send(sized(64 * 1024 + 1, filler)), 413, "body_too_large");
    }
    expectProblem(await send(sized(1024 * 1024)), 413, "body_too_large");
  });

  it("a body sent in pieces, without its length, has the same limit", async () => {
    const { provider, client } = await setting();
    const url = `${client.url}/v1/provider-checkouts`;
    const send = async (pieces: string[]) => {
      const body = new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
      const headers = { Authorization: `Bearer ${provider.key}`, "Content-Type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body, duplex: "half" } as RequestInit);
      await response.arrayBuffer();
      return response.status;
    };
    const text = quote(planBody(provider));
    expect(await send([text.slice(0, 50), text.slice(50)])).toBe(201);
    expect(await send(Array.from({ length: 9 }, () => " ".repeat(8192)))).toBe(413);
  });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON ; Charset=utf-8",
  ])("Content-Type %s is JSON", async (type) => {
    const { provider, send } = await setting();
    expect((await send(quote(planBody(provider)), { "Content-Type": type })).status).toBe(201);
  });

  it.each([
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "application/jsonp",
    "application/problem+json",
    "text/json",
    "application/json, text/plain",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
  ])("Content-Type %s is unsupported_media_type", async (type) => {
    const { provider, send } = await setting();
    const answer = await send(quote(planBody(provider)), { "Content-Type": type });
    expectProblem(answer, 415, "unsupported_media_type");
  });

  it("a compressed body is unsupported_media_type, an identity one is read", async () => {
    const { provider, send } = await setting();
    for (const encoding of ["gzip", "br", "deflate", "x-gzip"]) {
      const answer = await send(gzipSync(quote(planBody(provider))), { "Content-Encoding": encoding });
      expectProblem(answer, 415, "unsupported_media_type");
    }
    const plain = await send(quote(payNowBody(provider)), { "Content-Encoding": "identity" });
    expect(plain.status).toBe(201);
  });

  it("a fault in JSON tells nothing of the body back", async () => {
    const { send } = await setting();
    const answer = await send('{"card":"secret-of-the-caller" nonsense');
    expectProblem(answer, 400, "invalid_json");
    expect(answer.text).not.toContain("secret-of-the-caller");
  });
});
