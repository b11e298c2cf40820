/**
 * Traces in the form of OpenTelemetry. They are off until `startTracing` was told where to send them; until then nothing of
 * OpenTelemetry is loaded, and `inSpan` only calls its work. D-135
 */
type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface About {
  /** Of few values: a route's template or a table, and never what a caller sent. */
  name: string;
  /** `client` spans are recorded only inside another one. */
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  /** A `traceparent` (W3C Trace Context) from outside this process, which the span goes on from; another text is ignored. */
  parent?: string | null;
}

export interface Span {
  rename(name: string): void;
  set(attributes: Attributes): void;
}

export interface Tracer {
  inSpan<T>(about: About, work: (span: Span) => T): T;
  /** Of the span that is under way; null outside of any. */
  traceparent(): string | null;
}

let tracer: Tracer | null = null;

const NONE: Span = { rename() {}, set() {} };

/** The span ends when the work's result is there, a promise's included. */
export const inSpan = <T>(about: About, work: (span: Span) => T): T =>
  tracer ? tracer.inSpan(about, work) : work(NONE);

/** The `traceparent` of the span that is under way, to be handed on; null outside of any, and while nothing is traced. */
export const traceparent = (): string | null => tracer?.traceparent() ?? null;

export const isTracing = (): boolean => tracer !== null;

/** Null ends tracing. */
export function traceWith(given: Tracer | null): void {
  tracer = given;
}
