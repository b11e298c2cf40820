import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from "@opentelemetry/api";

/**
 * Spans for OpenTelemetry, where an operator has loaded its SDK; without one `inSpan` only calls its work.
 * See docs/decisions/019-traces.md.
 */
type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface About {
  /** Of few values: a route's template or a table, and never what a caller sent. */
  name: string;
  /** `client` spans are recorded only inside another one. */
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  /** The `traceparent` (W3C Trace Context) of whoever asked, whose trace goes on here; any other text is ignored. */
  parent?: string | null;
}

export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
const NONE: Span = { rename() {}, set() {} };
/** An end of the process waits no longer for a collector that does not respond. */
const LAST_SPANS_MS = 3_000;

let tracer: Tracer | null = null;
const current = new AsyncLocalStorage<Context>();

/**
 * Takes over the provider that an SDK has registered, before the database is opened. It is not registered any more then:
 * Next would record spans with the paths of pages, which hold secrets.
 * @returns sends the last spans and ends tracing
 */
export function startTracing(): () => Promise<void> {
  const provider = delegateOf(trace.getTracerProvider());
  if (!isSdk(provider)) return async () => {};
  trace.disable();
  tracer = provider.getTracer("provider-checkout");
  return async () => {
    tracer = null;
    await Promise.race([provider.forceFlush(), sleep(LAST_SPANS_MS, null, { ref: false })]);
  };
}

export const isTracing = (): boolean => tracer !== null;

/** The span ends when the work's result is there, a promise's included. */
export function inSpan<T>({ name, kind, attributes, parent }: About, work: (span: Span) => T): T {
  const context = tracer && (contextOf(parent) ?? current.getStore());
  if (!tracer || (!context && kind === "client")) return work(NONE);
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context ?? ROOT_CONTEXT);
  return current.run(trace.setSpan(context ?? ROOT_CONTEXT, span), () => ended(span, work));
}

/** Of the span that is under way, for whoever is asked next; null outside of any, and while nothing is traced. */
export function traceparent(): string | null {
  const span = trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
  return span ? `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}` : null;
}

/** The API registers a proxy around an SDK's provider, perhaps the proxy of another copy of itself. */
const delegateOf = (provider: TracerProvider): TracerProvider =>
  "getDelegate" in provider && typeof provider.getDelegate === "function" ? provider.getDelegate() : provider;

const isSdk = (provider: TracerProvider): provider is TracerProvider & { forceFlush(): Promise<void> } =>
  "forceFlush" in provider;

function ended<T>(span: OtelSpan, work: (span: Span) => T): T {
  const fail = (error: unknown): never => {
    // Neither its message nor its stack: both may quote what a caller sent.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", typeOf(error));
    span.end();
    throw error;
  };
  const settle = <R>(result: R): R => {
    span.end();
    return result;
  };
  const own: Span = {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
  };
  let result: T;
  try {
    result = work(own);
  } catch (error) {
    return fail(error);
  }
  if (!(result instanceof Promise)) return settle(result);
  return result.then(settle, fail) as T;
}

/** The code of the database or the system where there is one, else the error's name. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : error.name;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])$/;

function contextOf(parent: About["parent"]): Context | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? "") ?? [];
  if (!traceId || !spanId || !flags) return null;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
