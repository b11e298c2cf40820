import type { Answer } from "./answer";
import type { Body } from "./bodies";
import { checkAgainstDocument } from "./openapi";

export interface CallOptions {
  key?: string | null;
  body?: Body | unknown[];
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** The API as a client calls it, at one address. Every answer is held against the published document. */
export class Api {
  constructor(
    readonly url: string,
    readonly key: string | null = null,
  ) {}

  as(key: string | null): Api {
    return new Api(this.url, key);
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const key = options.key === undefined ? this.key : options.key;
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(payload !== undefined && { "Content-Type": "application/json" }),
        ...options.headers,
      },
      body: payload as BodyInit | undefined,
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Buffer.from(bytes).toString("utf8");
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const answer = {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
    await checkAgainstDocument(this.url, method, path, answer);
    return answer;
  }

  get = (path: string, options?: CallOptions) => this.call("GET", path, options);
  post = (path: string, body?: Body, options?: CallOptions) => this.call("POST", path, { body, ...options });

  create = (body: Body, options?: CallOptions) => this.post("/v1/provider-checkouts", body, options);
  /** Creates with an Idempotency-Key. */
  createOnce = (key: string, body: Body) => this.create(body, { headers: { "Idempotency-Key": key } });
  confirm = (id: string, body: Body) => this.post(`/v1/provider-checkouts/${id}/confirm`, body);
  status = (id: string) => this.get(`/v1/provider-checkouts/${id}`);
  cancel = (id: string) => this.post(`/v1/provider-checkouts/${id}/cancel`);
  authorise = (id: string, body?: Body) =>
    this.post(`/v1/sandbox/provider-checkouts/${id}/authorise-direct-debit`, body);
  charges = (orderId: string) =>
    this.get(`/v1/sandbox/charges?provider_order_id=${encodeURIComponent(orderId)}`);

  /** The status once it is no longer pending. @throws when that takes longer than `seconds` */
  async settled(id: string, seconds = 20): Promise<Answer> {
    for (const until = Date.now() + seconds * 1000; ; ) {
      const answer = await this.status(id);
      if (answer.body.checkout_status !== "Payment Pending") return answer;
      if (Date.now() > until) throw new Error(`${id} is still pending after ${seconds} s`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
