import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WORKER_OPERATIONS } from "../../lib/api/service";
import type { Deps } from "./deps";
import { createApi } from "./instance";

/**
 * `/livez`, `/readyz` and the metrics of a process that serves nothing else, with the secrets of a server's.
 * @param port 0 takes any that is free
 */
export async function openWorkerDoor(deps: Deps, host: string, port: number) {
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
  server.listen(port, host);
  await once(server, "listening");
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
