import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestOf, saidBy, sendBytes } from "../support/bytes";
import type { RunningProcess } from "../support/stack";
import { limitedServer } from "./servers";

let server: RunningProcess;
beforeAll(async () => {
  server = await limitedServer();
});
afterAll(() => server.stop());

describe("a connection on which nothing comes", () => {
  it.each([
    ["nothing at all", ""],
    ["half a request line", "GET /docs HT"],
    ["headers without end", "GET /docs HTTP/1.1\r\nHost: x\r\nX-A: "],
    [
      "half a body",
      "POST /p/x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: text/plain\r\n\r\nhalf",
    ],
  ])("is ended after %s", async (what, bytes) => {
    const said = await saidBy(server.url, Buffer.from(bytes));
    // What never began to say something is told nothing.
    if (what !== "nothing at all") expect(said).toMatch(/^HTTP\/1\.1 (408|403) /);
  });
});

describe("a body that is too large", () => {
  const form = "Content-Type: multipart/form-data; boundary=b\r\nOrigin: http://{host}\r\n";

  it("is refused before it is read, by its length", async () => {
    const answer = await sendBytes(
      server.url,
      `${requestOf("POST /p/x", `${form}Content-Length: 9000000\r\n`)}`,
    );
    expect(answer.status).toBe(413);
    expect(answer.text).toContain("too large");
  });

  it("is refused once it is too large, where nobody said how large it is", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const chunked = requestOf("POST /p/x", `${form}Transfer-Encoding: chunked\r\n`) + chunk.repeat(5);
    expect((await sendBytes(server.url, `${chunked}0\r\n\r\n`)).status).toBe(413);
  });

  it("is taken when it fits, also by who asks first", async () => {
    const headers = `${form}Expect: 100-continue\r\n`;
    const answer = await sendBytes(server.url, requestOf("POST /p/x", headers, "--b--\r\n"));
    expect([answer.status, answer.text.includes("413")]).toEqual([100, false]);
  });
});
