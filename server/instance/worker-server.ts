import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listenOn } from "../program/port.mjs";
import type { Deps } from "./deps";
import { createApi } from "./instance";
import { WORKER_OPERATIONS } from "./operations";

/**
 * `/livez`, `/readyz` and the metrics of a process that serves nothing else, with the secrets of a server's.
 * @param port 0 takes any that is free
 * @throws Problem where it cannot be listened on
 */
export async function openWorkerServer(deps: Deps, host: string, port: number) {
  const state = { isDraining: false };
  const { handle } = createApi(deps, state, WORKER_OPERATIONS);
  const server = createServer(async (request, response) => {
    const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
    const { status, headers, body } = await handle({
      method: request.method ?? "",
      path,
      query,
      headers: request.headers as Record<string, string | undefined>,
      // None of these operations reads one.
      readBody: async () => null,
      address: request.socket.remoteAddress ?? "",
    });
    response.writeHead(status, { ...headers, Connection: "close" }).end(body);
  });
  await listenOn(server, port, host, "METRICS_");
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on `/readyz` fails. */
    drain() {
      state.isDraining = true;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
