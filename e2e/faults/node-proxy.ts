import { Agent, createServer, get, request } from "node:http";
import type { AddressInfo } from "node:net";

/** How often each server is asked whether it is ready. */
const CHECK_MS = 200;

/**
 * A load balancer in a few lines: kept connections on both sides, requests in turn to the servers whose `/readyz` says
 * that they are not draining, and no second try.
 */
export async function startNodeProxy(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ready = new Set<number>();
  let turn = 0;
  const check = (port: number) => {
    const asked = get(
      { port, host: "127.0.0.1", path: "/readyz", agent: false, timeout: 10_000 },
      (response) => {
        let body = "";
        response.on("data", (chunk) => (body += chunk));
        response.on("end", () => (body.includes('"draining":"pass"') ? ready.add(port) : ready.delete(port)));
      },
    );
    asked.on("timeout", () => asked.destroy()).on("error", () => void ready.delete(port));
  };
  const timer = setInterval(() => ports.forEach(check), CHECK_MS);
  const server = createServer((received, response) => {
    const open = [...ready];
    const port = open[turn++ % open.length];
    if (port === undefined) return void response.writeHead(503).end("no server is ready");
    const { method, url: path, headers } = received;
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      const { connection: _, "keep-alive": __, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
    });
    sent.on("error", (error) => {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    });
    received.pipe(sent);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
