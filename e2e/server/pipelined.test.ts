import { expect, inject, it } from "vitest";
import { payNowBody, planBody } from "../support/bodies";
import { saidBy } from "../support/bytes";
import { makeProvider } from "../support/provider";

/** What is said to parts of which the last is there before the first is answered. */
const exchange = (parts: Buffer[]) => saidBy(inject("stack").doors.server, Buffer.concat(parts));

function create(key: string, body: object): Buffer {
  const text = Buffer.from(JSON.stringify(body));
  const head = `POST /v1/provider-checkouts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), text]);
}

it.each([
  ["stray bytes", "\n\nx\r\n"],
  ["another protocol", "\x16\x03\x01\x02"],
  ["a method that nobody knows", "BREW /v1/environment HTTP/1.1\r\nHost: x\r\n\r\n"],
  [
    "a request that cannot be read",
    "POST /v1/provider-checkouts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
  ],
])("a create is answered as what it is, whatever comes after it: %s", async (_, stray) => {
  const provider = await makeProvider();
  for (const body of [payNowBody(provider), planBody(provider)]) {
    const said = await exchange([create(provider.key, body), Buffer.from(stray, "latin1")]);
    expect(said).toMatch(/^HTTP\/1\.1 201 /);
    expect(said.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
  }
});

it("two requests at once on one connection are answered in their order, and then it ends", async () => {
  const provider = await makeProvider();
  const status = `GET /v1/provider-checkouts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${provider.key}\r\n\r\n`;
  const said = await exchange([create(provider.key, planBody(provider)), Buffer.from(`${status}x\r\n\r\n`)]);
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 201", "HTTP/1.1 200"]);
});

it("a request whose rest cannot be read is told so, once, and does nothing", async () => {
  const { key } = await makeProvider();
  const begun = `POST /v1/provider-checkouts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n`;
  const said = await exchange([Buffer.from(begun), Buffer.from("zz\r\n")]);
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  expect(said).toContain('"code":"malformed_request"');
});

it("who sends thousands before a response takes no memory", async () => {
  const said = await exchange([Buffer.from("GET /x HTTP/1.1\r\nHost: x\r\n\r\n".repeat(5_000))]).catch(
    () => "",
  );
  expect(said.match(/HTTP\/1\.1 \d+/g)?.length ?? 0).toBeLessThanOrEqual(10);
});

it("of 13 requests before a response the first ten are answered, API and pages alike", async () => {
  const { key } = await makeProvider();
  const asked = Array.from({ length: 13 }, (_, i) =>
    i % 2 === 0
      ? `GET /v1/provider-checkouts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
      : "GET /docs/errors HTTP/1.1\r\nHost: x\r\n\r\n",
  );
  const said = await exchange([Buffer.from(asked.join(""))]);
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(10).fill("HTTP/1.1 200"));
  expect(said.match(/\r\nConnection: close\r\n/gi)).toHaveLength(1);
});

it("a header is read however many lines stand before it", async () => {
  const provider = await makeProvider();
  const request = `GET /v1/provider-checkouts HTTP/1.1\r\nHost: x\r\n${"b:\r\n".repeat(1_500)}Authorization: Bearer ${provider.key}\r\nConnection: close\r\n\r\n`;
  expect(await exchange([Buffer.from(request)])).toMatch(/^HTTP\/1\.1 200 /);
});
