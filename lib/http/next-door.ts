import type { Target } from "./target";
import { type ApiRequest, CLIENT_GONE, type Handle, INSTANCE } from "./types";

/** The other door: Next's route handlers hand their requests to the same instance as server.mjs does. */
async function delegate(request: Request): Promise<Response> {
  const instance = (globalThis as { [INSTANCE]?: Published })[INSTANCE];
  if (!instance) throw new Error("instrumentation.ts did not publish the API's instance");
  const { status, headers, body } = await instance.handle(toApiRequest(request, instance));
  return new Response(body as BodyInit | null, { status, headers });
}

interface Published {
  handle: Handle;
  received(): { target: Target; address: string } | null;
}

function toApiRequest(request: Request, instance: Published): ApiRequest {
  const url = new URL(request.url);
  const received = instance.received();
  return {
    method: request.method,
    // Next has resolved dots and slashes; what counts is what was sent.
    ...(received?.target ?? { path: url.pathname, query: url.search.slice(1) }),
    headers: Object.fromEntries(request.headers),
    readBody: (limit) => readBody(request, limit),
    // Where no connection is known, only trusted proxies know an address.
    address: received?.address ?? "",
  };
}

async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > limit) return null;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw Object.assign(new Error("The client went away", { cause }), { name: CLIENT_GONE });
  }
  return Buffer.concat(chunks);
}

export {
  delegate as DELETE,
  delegate as GET,
  delegate as HEAD,
  delegate as OPTIONS,
  delegate as PATCH,
  delegate as POST,
  delegate as PUT,
};
