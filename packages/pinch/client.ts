import { z } from "zod";
import {
  type CardGateway,
  GatewayNotReached,
  GatewayOutcomeUnknown,
  GatewayRefusedUs,
  onceSent,
  opened,
} from "../../lib/gateway/port";
import { HOUR_MS, inTime } from "../dates/time";
import { isNotSent } from "../net/not-sent";
import { readJson } from "../net/read-json";
import { propertyOf } from "../text/narrow";
import { aboutNonce, faultsIn, listPage, namesOf } from "./answers";

export interface PinchBases {
  api: URL;
  auth: URL;
}

export interface PinchAccount {
  /** It alone chooses the path, /test or /live: the same credentials serve both. */
  mode: CardGateway["mode"];
  /** `applicationId:secret`. The publishable key cannot name the application, so both are given and sealed together. */
  secret(): string;
  /** A merchant that the application acts for: `mch_…`. */
  externalAccount: string | null;
  timeoutMs: number;
  /** For tests. */
  bases?: PinchBases;
  now?(): Date;
}

export interface Answer {
  status: number;
  /** Undefined if it is not JSON. */
  body: unknown;
  /** Pinch's clock and ours. */
  earliest: Date;
  latest: Date;
}

interface Bearer {
  token: string;
  renewAt: Date;
  /** From then on Pinch surely refuses it. */
  until: Date;
}

interface Request {
  body?: object;
  /** Told when Pinch will refuse the bearer of this request. If it throws, nothing is sent. */
  before?(until: Date): Promise<void>;
  /** On the provider's clock, which a sandbox may have moved ahead. */
  at?: Date;
}

const PINCH: PinchBases = {
  api: new URL("https://api.getpinch.com.au"),
  auth: new URL("https://auth.getpinch.com.au"),
};

const VERSION = "2020.1";
const MAX_BODY_BYTES = 8_388_608;
const MAX_PAGE = 500;
const RENEW_EARLY_MS = 60_000;
/** Servers often accept a bearer five minutes longer. The rest is for clocks that differ. */
const LATE_MS = 600_000;
/** A charge promises to be over after 75 minutes, so it cannot be sent with a bearer that lives longer. */
const MAX_BEARER_SECONDS = 3_900;

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().int().positive().max(MAX_BEARER_SECONDS),
});

/** Pinch over HTTP. Each request that it sends may be sent twice: those that change something have a nonce. */
export function pinchClient(account: PinchAccount) {
  const { mode, secret, externalAccount, timeoutMs, bases = PINCH, now = () => new Date() } = account;
  let current: Bearer | null = null;
  let asking: Promise<Bearer> | null = null;
  /** Kept for this process: another one may have another secret. */
  let isRefused = false;

  async function exchange(url: URL, init: RequestInit): Promise<Answer> {
    const end = new AbortController();
    // Node's fetch can miss the end of its signal.
    const { response, body } = await inTime(fetched(url, { ...init, signal: end.signal }), timeoutMs, () => {
      end.abort();
      throw new GatewayOutcomeUnknown(`Pinch did not answer within ${timeoutMs} ms`);
    });
    const ours = now();
    const dated = new Date(response.headers.get("Date") ?? Number.NaN);
    const theirs = Number.isNaN(dated.getTime()) ? ours : dated;
    const [earliest, latest] = theirs < ours ? [theirs, ours] : [ours, theirs];
    return { status: response.status, body, earliest, latest };
  }

  /** @throws GatewayNotReached if Pinch refuses the credentials: this request cannot take money */
  async function askForBearer(): Promise<Bearer> {
    const { status, body, latest } = await exchange(new URL("/connect/token", bases.auth), {
      method: "POST",
      headers: { Authorization: `Basic ${Buffer.from(opened(secret)).toString("base64")}` },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: "api1" }),
    });
    if (status === 400 || status === 401 || status === 403) {
      isRefused = true;
      throw new GatewayNotReached(`Pinch refused the application's credentials: ${status}`, {
        refusedUs: true,
      });
    }
    const read = granted.safeParse(body);
    if (status !== 200 || !read.success)
      throw new GatewayOutcomeUnknown(`Pinch gave no bearer token: ${status}`);
    const { access_token, expires_in } = read.data;
    const lives = expires_in * 1000;
    const renewAt = new Date(now().getTime() + lives - RENEW_EARLY_MS);
    return { token: access_token, renewAt, until: new Date(latest.getTime() + lives + LATE_MS) };
  }

  async function bearer(): Promise<Bearer> {
    if (current && current.renewAt > now()) return current;
    asking ??= askForBearer().finally(() => {
      asking = null;
    });
    current = await asking;
    return current;
  }

  /** After a 401 it fetches another bearer and sends the request once more. */
  async function send(
    method: "GET" | "POST" | "DELETE",
    path: string,
    { body, before, at }: Request = {},
  ): Promise<Answer> {
    // In test mode Pinch does what would have happened until then.
    const travels = mode === "test" && at !== undefined && at.getTime() > now().getTime() + HOUR_MS;
    async function sendWith({ token, until }: Bearer) {
      await before?.(until);
      return exchange(new URL(`/${mode}/${path}`, bases.api), {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          "pinch-version": VERSION,
          ...(body && { "Content-Type": "application/json" }),
          ...(externalAccount !== null && { "Current-Merchant": externalAccount }),
          ...(travels && { "Time-Travel": at.toISOString() }),
        },
        body: body && JSON.stringify(body),
      });
    }
    const one = await bearer();
    const answer = await sendWith(one);
    if (answer.status !== 401) return answer;
    if (current === one) current = null;
    return onceSent(async () => {
      const again = await sendWith(await bearer());
      if (again.status === 401) throw unclear(again);
      return again;
    });
  }

  function unclear({ status, body }: Answer): GatewayOutcomeUnknown {
    if (status !== 401 && status !== 403)
      return new GatewayOutcomeUnknown(
        `Pinch answered ${status} with what is not a result. ${namesOf(faultsIn(body))}`,
      );
    isRefused = true;
    // The next request begins with another bearer.
    current = null;
    return new GatewayRefusedUs(`Pinch refused our credentials: ${status}`);
  }

  function read<T>(schema: z.ZodType<T>, answer: Answer): T {
    const { data, success } = schema.safeParse(answer.body);
    if (answer.status !== 200 || !success) throw unclear(answer);
    return data;
  }

  /** What is in all the pages of a list, each once. */
  async function* list(
    path: string,
    filter: Record<string, string>,
    at?: Date,
    nameOf: (one: unknown) => unknown = (one) => propertyOf(one, "id"),
  ): AsyncGenerator<unknown> {
    const seen = new Set<unknown>();
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({ page: String(page), pageSize: String(MAX_PAGE), ...filter });
      const { data, totalPages } = read(listPage, await send("GET", `${path}?${query}`, { at }));
      const fresh = data.filter((one) => !seen.has(nameOf(one)));
      for (const one of fresh) seen.add(nameOf(one));
      yield* fresh;
      // A list that is a bare array may not know pages.
      if (fresh.length === 0 || page === totalPages) return;
    }
  }

  return {
    send,
    read,
    list,
    unclear,
    now,
    /** What has this nonce, and when Pinch said so; null if Pinch never saw it. */
    async askFor<T>(kind: "payments" | "refunds", schema: z.ZodType<T>, nonce: string, at?: Date) {
      const answer = await send("POST", `${kind}/nonce`, { body: { nonce }, at });
      const told = read(aboutNonce(schema), answer);
      // Without its data it may be in progress.
      if (told.nonce !== nonce || (told.isNonceReplay && !told.data)) throw unclear(answer);
      return { found: (told.isNonceReplay && told.data) || null, at: answer.earliest };
    },
    /** What a request with a nonce has made, or an earlier one with the same. */
    madeIn<T>(schema: z.ZodType<T>, nonce: string, { status, body }: Answer): T | null {
      if (status === 200 || status === 201) return schema.safeParse(body).data ?? null;
      const replay = status === 403 ? aboutNonce(schema).safeParse(body).data : null;
      return (replay?.isNonceReplay && replay.nonce === nonce && replay.data) || null;
    },
    /** False once Pinch has refused us, until it accepts a harmless request. */
    async acceptsUs(isDoubtful: boolean): Promise<boolean> {
      if (!isDoubtful && !isRefused) return true;
      const isAccepted = await send("GET", "health/auth").then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isAccepted) isRefused = false;
      return isAccepted;
    },
  };
}

async function fetched(url: URL, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, redirect: "error" });
    // Without the error: it quotes the body.
    return { response, body: await readJson(response, MAX_BODY_BYTES).catch(() => undefined) };
  } catch (cause) {
    if (isNotSent(propertyOf(cause, "cause")))
      throw new GatewayNotReached("Pinch could not be reached", { cause });
    throw new GatewayOutcomeUnknown("Pinch's response was lost", { cause });
  }
}
