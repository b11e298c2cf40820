import { type ApiRequest, CLIENT_GONE, type Handle, INSTANCE } from "./types";

/** The other door: Next's route handlers hand their requests to the same instance as server.mjs does. */
async function delegate(request: Request): Promise<Response> {
  const instance = (globalThis as { [INSTANCE]?: { handle: Handle } })[INSTANCE];
  if (!instance) throw new Error("instrumentation.ts did not publish the API's instance");
  const { status, headers, body } = await instance.handle(toApiRequest(request));
  return new Response(body as BodyInit | null, { status, headers });
}

function toApiRequest(request: Request): ApiRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    headers: Object.fromEntries(request.headers),
    readBody: (limit) => readBody(request, limit),
    // Next tells no address of the connection: behind this door only trusted proxies know one.
    address: "",
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
