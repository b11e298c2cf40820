import { describe, expect, inject, it } from "vitest";
import { requestOf, sendBytes } from "../../support/bytes";
import { DOORS } from "../../support/stack";

const at = (door: (typeof DOORS)[number]) => inject("stack").doors[door];

/** Ways to write an address of the API that a proxy, a browser or Next reads as another one. */
const CROOKED = [
  ..."/x/../v1/environment /%2e/v1/environment /_next/../v1/environment /docs/..%2fv1/environment".split(" "),
  ..."/docs/..;/v1/environment /v1/provider-checkouts/chk_%00 /v1/provider-checkouts/..%2F..%2Fenvironment".split(
    " ",
  ),
];
/** Those that Next itself answers at its own door: by a redirect to the plain form, or not at all. */
const CROOKED_AT_OURS = [
  ..."/x\\..\\v1/environment //v1/environment /p/% /p/%00 /e/%00/pay *".split(" "),
  ..."http://evil.example/v1/environment http://evil.example@{host}/v1/environment".split(" "),
];

const isProblem = ({ headers }: { headers: Headers }) =>
  headers.get("content-type") === "application/problem+json";

describe.each(DOORS)("a path in another than its plain form, through the %s entry point", (door) => {
  it.each(door === "server" ? [...CROOKED, ...CROOKED_AT_OURS] : CROOKED)("%s is refused", async (target) => {
    const answer = await sendBytes(at(door), requestOf(`GET ${target}`));
    expect([answer.status, isProblem(answer)]).toEqual([404, true]);
    expect(answer.text).toContain('"code":"not_found"');
    expect(answer.headers.get("request-id")).toMatch(/^req_/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.runIf(door === "server")("is not the service's own address with its host before it", async () => {
    const answer = await sendBytes(at(door), requestOf("GET http://{host}/v1/environment"));
    expect(answer.status).toBe(200);
  });
});

describe.each(DOORS)("an address without anything at it, through the %s entry point", (door) => {
  const ask = (headers: Record<string, string>) => fetch(`${at(door)}/nothing-here`, { headers });

  it("is a page for a browser, and a problem for who sends a key or reads no pages", async () => {
    const page = await ask({ Accept: "text/html,*/*" });
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await ask({ Accept: "Text/HTML; q=0.9" })).headers.get("content-type")).toContain("text/html");
    for (const headers of [
      { Accept: "*/*" },
      { Accept: "text/html", Authorization: "Bearer x" },
      { Accept: "text/html;q=0, application/json" },
      { Accept: "text/htmlx" },
    ]) {
      const answer = await ask(headers as never);
      expect([answer.status, isProblem(answer)]).toEqual([404, true]);
    }
  });
});

describe("methods that a page does not have", () => {
  it.each(["PUT /docs", "DELETE /p/harbour", "OPTIONS /docs", "TRACE /docs", "BREW /docs", "POST /docs"])(
    "%s is refused as by the API, with what there is",
    async (line) => {
      const answer = await sendBytes(at("server"), requestOf(line, "Origin: http://{host}\r\n"));
      expect([answer.status, isProblem(answer)]).toEqual([405, true]);
      expect(answer.headers.get("allow")).toBe(line.includes("/p/") ? "GET, HEAD, POST" : "GET, HEAD");
    },
  );

  it("OPTIONS * has no address of ours", async () => {
    const answer = await sendBytes(at("server"), requestOf("OPTIONS *"));
    expect([answer.status, isProblem(answer)]).toEqual([404, true]);
  });

  it("who asks for another protocol gets an answer in this one", async () => {
    const upgrade = "Upgrade: websocket\r\nConnection: Upgrade, close\r\n";
    for (const path of ["/v1/environment", "/docs"]) {
      const answer = await sendBytes(at("server"), `GET ${path} HTTP/1.1\r\nHost: {host}\r\n${upgrade}\r\n`);
      expect(answer.status).toBe(200);
    }
  });
});

describe("what is no request", () => {
  const GET = "GET /v1/environment HTTP/1.1\r\n";
  const HOST = "Host: {host}\r\n";
  const POST = "POST /v1/provider-checkouts HTTP/1.1\r\n";
  it.each<[what: string, bytes: string, status?: number, code?: string]>([
    ["no HTTP", "hello\r\n\r\n"],
    ["no Host", `${GET}\r\n`],
    ["two Hosts", `${GET}${HOST}hOST: {host}\r\n\r\n`],
    ["a header without a name", `${GET}${HOST}: x\r\n\r\n`],
    ["two lengths", `${POST}${HOST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ["headers without end", `${GET}${HOST}X-Long: ${"x".repeat(20_000)}\r\n\r\n`, 431, "headers_too_large"],
  ])("%s is told so in the envelope", async (_, bytes, status = 400, code = "malformed_request") => {
    const answer = await sendBytes(at("server"), bytes);
    const { headers } = answer;
    expect([answer.status, isProblem(answer), headers.get("connection")]).toEqual([status, true, "close"]);
    expect(JSON.parse(answer.text)).toMatchObject({ code, request_id: headers.get("request-id") });
  });
});
