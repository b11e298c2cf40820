import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { inTime } from "../domain/time";
import type { About, Span, Tracer } from "./span";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** A collector that does not answer holds up no end of the process for longer. */
const LAST_SPANS_MS = 3_000;

interface Target {
  endpoint: string;
  service: string;
  environment: string;
}

/**
 * The provider of spans is not registered with `@opentelemetry/api`: Next would record spans there with the paths of
 * pages, which hold secrets. D-135
 */
export function createTracer({ endpoint, service, environment }: Target) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": service,
      "deployment.environment.name": environment,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const spans = provider.getTracer("provider-checkout");
  const current = new AsyncLocalStorage<Context>();

  const tracer: Tracer = {
    inSpan(about, work) {
      const context = remote(about.parent) ?? current.getStore();
      if (!context && about.kind === "client") return work(NOT_RECORDED);
      const { name, kind, attributes } = about;
      const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, context ?? ROOT_CONTEXT);
      return current.run(trace.setSpan(context ?? ROOT_CONTEXT, span), () => ended(span, work));
    },
    traceparent() {
      const span = trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
      return span ? textOf(span) : null;
    },
  };
  return { tracer, stop: () => inTime(provider.shutdown(), LAST_SPANS_MS, () => {}) };
}

const NOT_RECORDED: Span = { rename() {}, set() {} };

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
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : error.name;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

function remote(parent: About["parent"]): Context | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? "") ?? [];
  if (!traceId || !spanId || !flags) return null;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const textOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, "0")}`;
