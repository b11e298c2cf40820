import { once } from "node:events";
import { connect } from "node:net";
import { expect, inject, it } from "vitest";
import { limitedServer } from "../limits/servers";
import { planBody } from "../support/bodies";
import { requestOf, sendBytes } from "../support/bytes";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";

const url = () => inject("stack").doors.server;

async function opened(base = url()) {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, "connect");
  return socket;
}

it.each(["hello\r\n\r\n", "BREW /docs HTTP/1.1\r\nHost: x\r\n\r\n"])(
  "whoever leaves a connection open after %j was answered is let go",
  async (bytes) => {
    const socket = await opened();
    const ended = once(socket, "end");
    socket.write(bytes);
    socket.resume();
    await ended;
    // This side stays open, and says something more: nobody is there to hear it.
    const gone = new Promise((resolve) => socket.on("error", resolve).on("close", resolve));
    await until("it is refused", () => {
      if (!socket.destroyed) socket.write("more");
      return socket.destroyed;
    });
    await gone;
  },
);

it("what a sender wrote into the headers of a form is not in the log", async () => {
  const server = await limitedServer();
  const post = (headers: string, body: string) =>
    sendBytes(server.url, requestOf("POST /link", `Origin: ${server.url}\r\n${headers}`, body));
  const multipart = "Content-Type: multipart/form-data; boundary=b\r\n";
  await post("Next-Action: 4111 secret-bank-acct\r\nContent-Type: text/plain\r\n", "[]");
  await post(
    `${multipart}X-Forwarded-Host: card-secret-bank-acct\r\n`,
    '--b\r\nContent-Disposition: form-data; name="$ACTION_REF_0"\r\n\r\n\r\n--b--\r\n',
  );
  await post(`${multipart}`, "--b\r\nsecret-bank-acct");
  await server.stop();
  expect(server.output()).not.toContain("secret-bank-acct");
});

it("two Idempotency-Keys are none", async () => {
  const headers = "Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Type: application/json\r\n";
  const provider = await makeProvider();
  const body = JSON.stringify(planBody(provider));
  const authorization = `Authorization: Bearer ${provider.key}\r\n`;
  const answer = await sendBytes(
    url(),
    requestOf("POST /v1/provider-checkouts", authorization + headers, body),
  );
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).code).toBe("invalid_idempotency_key");
});
