import {
  ConnectionError,
  createProviderCheckoutClient,
  type ProviderCheckoutClient,
  type paths,
} from "../../packages/client-typescript/index";
import type { Answer } from "./answer";
import type { Body } from "./bodies";
import { HANGS_MS } from "./limits";
import { checkAgainstDocument } from "./openapi";
import { until } from "./poll";
import { type Sent, send } from "./send";

export interface CallOptions {
  key?: string | null;
  body?: Body | unknown[];
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

const at = (checkoutId: string) => ({ params: { path: { checkoutId } } });

/**
 * The API as a client calls it, at one address. The verbs go through the published client, so that every test exercises
 * it; `call` is for what no client would send. Every answer is held against the published document.
 */
export class Api {
  constructor(
    readonly url: string,
    readonly key: string | null = null,
  ) {}

  as(key: string | null): Api {
    return new Api(this.url, key);
  }

  /** A request as it is written, hostile ones too. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const key = options.key === undefined ? this.key : options.key;
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const headers = {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(payload !== undefined && { "Content-Type": "application/json" }),
      ...options.headers,
    };
    return this.#read(method, path, await send(method, this.url + path, headers, payload));
  }

  async #read(method: string, path: string, { status, headers, bytes }: Sent): Promise<Answer> {
    const text = bytes.toString("utf8");
    const isJson = /json/.test(headers.get("content-type") ?? "");
    const body = isJson && text !== "" ? JSON.parse(text) : undefined;
    const answer = { status, headers, bytes: new Uint8Array(bytes), text, body };
    await checkAgainstDocument(this.url, method, path, answer);
    return answer;
  }

  /** What the published client's call was answered, raw. */
  async #through(run: (client: ProviderCheckoutClient) => Promise<unknown>): Promise<Answer> {
    let answer: Answer | undefined;
    const client = createProviderCheckoutClient({
      baseUrl: this.url,
      apiKey: this.key ?? undefined,
      // Tests see every answer, and how a request fares that has no key.
      maxRetries: 0,
      timeoutMs: HANGS_MS,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        const payload = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
        const sent = await send(request.method, request.url, Object.fromEntries(request.headers), payload);
        answer = await this.#read(request.method, pathname + search, sent);
        const { status, headers, bytes } = sent;
        return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers });
      },
    });
    // What the connection failed of, or what is wrong with the answer, as it is.
    await run(client).catch((error) => {
      throw error instanceof ConnectionError ? (error.cause ?? error) : error;
    });
    if (!answer) throw new Error("The client sent nothing");
    return answer;
  }

  get = (path: string, options?: CallOptions) => this.call("GET", path, options);
  post = (path: string, body?: Body, options?: CallOptions) => this.call("POST", path, { body, ...options });

  create = (body: Body, options: CallOptions = {}): Promise<Answer> => {
    const { key, headers, ...hostile } = options;
    if (key !== undefined) return this.as(key).create(body, { headers, ...hostile });
    if (
      Object.keys(hostile).length > 0 ||
      Object.keys(headers ?? {}).some((name) => name !== IDEMPOTENCY_KEY)
    )
      return this.post("/v1/provider-checkouts", body, options);
    const idempotencyKey = headers?.[IDEMPOTENCY_KEY];
    const params = idempotencyKey === undefined ? {} : { header: { [IDEMPOTENCY_KEY]: idempotencyKey } };
    return this.#through((client) => client.POST("/v1/provider-checkouts", { params, body: any(body) }));
  };
  /** Creates with an Idempotency-Key. */
  createOnce = (key: string, body: Body) => this.create(body, { headers: { [IDEMPOTENCY_KEY]: key } });
  /** Once more where the document was not made in time: to most tests it is not the point how long that takes. */
  confirm = async (id: string, body: Body): Promise<Answer> => {
    const answer = await this.confirmAsItIs(id, body);
    if (answer.status !== 200 || answer.body.agreement.status === "ready") return answer;
    await until("the agreement", async () => (await this.status(id)).body.agreement?.status === "ready");
    return this.confirm(id, body);
  };
  confirmAsItIs = (id: string, body: Body) =>
    this.#through((client) =>
      client.POST("/v1/provider-checkouts/{checkoutId}/confirm", { ...at(id), body: any(body) }),
    );
  status = (id: string) =>
    this.#through((client) => client.GET("/v1/provider-checkouts/{checkoutId}", at(id)));
  list = (query: ListQuery = {}) =>
    this.#through((client) => client.GET("/v1/provider-checkouts", { params: { query } }));
  agreement = (id: string) =>
    this.#through((client) =>
      client.GET("/v1/provider-checkouts/{checkoutId}/agreement", { ...at(id), parseAs: "stream" }),
    );
  cancel = (id: string) =>
    this.#through((client) => client.POST("/v1/provider-checkouts/{checkoutId}/cancel", at(id)));
  token = (id: string) =>
    this.#through((client) => client.POST("/v1/provider-checkouts/{checkoutId}/checkout-token", at(id)));
  authorise = (id: string, body?: Body) =>
    this.#through((client) =>
      client.POST("/v1/sandbox/provider-checkouts/{checkoutId}/authorise-direct-debit", {
        ...at(id),
        body: body && any(body),
      }),
    );
  expire = (id: string) =>
    this.#through((client) => client.POST("/v1/sandbox/provider-checkouts/{checkoutId}/expire", at(id)));
  charges = (orderId: string) =>
    this.#through((client) =>
      client.GET("/v1/sandbox/charges", { params: { query: { provider_order_id: orderId } } }),
    );
  environment = () => this.#through((client) => client.GET("/v1/environment"));

  /** The status once it is no longer pending. */
  settled(id: string): Promise<Answer> {
    return until(`${id} is no longer pending`, async () => {
      const answer = await this.status(id);
      return answer.body.checkout_status !== "Payment Pending" && answer;
    });
  }
}

type ListQuery = NonNullable<paths["/v1/provider-checkouts"]["get"]["parameters"]["query"]>;
const IDEMPOTENCY_KEY = "Idempotency-Key";

/** Tests send wrong bodies on purpose; typed-client.test.ts is where the types are held to. */
const any = (body: Body) => body as never;
