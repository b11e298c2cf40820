import type { IncomingMessage, ServerResponse } from "node:http";
import type { AccessLog } from "../../packages/http/access-log";
import { callerAddress } from "../../packages/http/address";
import type { Target } from "../../packages/http/target";
import { routeOfPage } from "./page-table";
import type { Way } from "./way";

interface PageLinesDeps {
  access: AccessLog;
  readTarget(sent: string): Target;
  wayOf(asking: { method: string; path: string; headers: IncomingMessage["headers"] }): Way;
  trustedProxyHops: number;
}

/**
 * Lines of the access log for pages and files, whichever server answers them: what the API answers has its line there
 * (lib/http/handler.ts), which also knows the key.
 */
export function createPageLines({ access, readTarget, wayOf, trustedProxyHops }: PageLinesDeps) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "/", headers, socket } = request;
    const { path } = readTarget(url);
    const route = routeOfPage(path);
    if (!access.covers(route) || wayOf({ method, path, headers }) === "api") return;
    const since = performance.now();
    const { remoteAddress = "" } = socket;
    response.once("close", () => {
      const requestId = response.getHeader("request-id");
      access.tell({
        method,
        route,
        status: response.headersSent ? response.statusCode : 499,
        since,
        bytes: method === "HEAD" ? 0 : Number(response.getHeader("content-length") ?? 0),
        requestId: requestId === undefined ? null : String(requestId),
        address: callerAddress(remoteAddress, headers["x-forwarded-for"]?.toString(), trustedProxyHops),
      });
    });
  };
}
