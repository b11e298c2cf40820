import { type ApiRequest, CLIENT_GONE } from "../../packages/http/types";
import { published } from "../instance/published";
import { workAfterAnswer } from "./after-answer";

/** Next's route handlers: for hosting without server/serve.mjs, they hand requests to the same instance. */
async function delegate(request: Request): Promise<Response> {
  const instance = published();
  const asked = toApiRequest(request, instance.received());
  const { status, headers, body } = await instance.handle(asked);
  workAfterAnswer(instance.followUpOf(asked.method, asked.path, status));
  return new Response(body as BodyInit | null, { status, headers });
}

type Received = ReturnType<ReturnType<typeof published>["received"]>;

function toApiRequest(request: Request, received: Received): ApiRequest {
  const url = new URL(request.url);
  // Next takes Content-Encoding from a route's answer and leaves the bytes: here whatever stands in front compresses.
  const { "accept-encoding": _, ...headers } = Object.fromEntries(request.headers);
  return {
    method: request.method,
    // Next has resolved dots and slashes: the router must see the path as it was sent.
    ...(received?.target ?? { path: url.pathname, query: url.search.slice(1) }),
    headers,
    readBody: (limit) => readBody(request, limit),
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
