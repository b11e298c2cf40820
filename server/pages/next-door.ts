import { after } from "next/server";
import type { Target } from "../../packages/http/target";
import { type ApiRequest, CLIENT_GONE, type Handle, INSTANCE } from "../../packages/http/types";

/** Next's route handlers: for hosting without server/serve.mjs, they hand requests to the same instance. */
async function delegate(request: Request): Promise<Response> {
  const instance: Published | undefined = Reflect.get(globalThis, INSTANCE);
  if (!instance) throw new Error("instrumentation.ts did not publish the API's instance");
  const asked = toApiRequest(request, instance);
  const { status, headers, body } = await instance.handle(asked);
  const followUp = instance.followUpOf(asked.method, asked.path, status);
  if (followUp) later(followUp, instance);
  return new Response(body as BodyInit | null, { status, headers });
}

/** The answer goes out whether or not something can follow it: the cron job does the rest. */
function later(work: () => Promise<void>, instance: Published) {
  try {
    after(work);
  } catch (error) {
    instance.note(error, "request");
  }
}

interface Published {
  handle: Handle;
  followUpOf(method: string, path: string, status: number): (() => Promise<void>) | null;
  note(error: unknown, kind: "request"): void;
  received(): { target: Target; address: string } | null;
}

function toApiRequest(request: Request, instance: Published): ApiRequest {
  const url = new URL(request.url);
  // Next takes Content-Encoding from a route's answer and leaves the bytes: here whatever stands in front compresses.
  const { "accept-encoding": _, ...headers } = Object.fromEntries(request.headers);
  const received = instance.received();
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
