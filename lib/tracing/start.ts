import { traceWith } from "./span";

export interface TracingSettings {
  /** Of an OpenTelemetry collector, over HTTP; undefined traces nothing. */
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  /** By default "provider-checkout". */
  OTEL_SERVICE_NAME?: string;
  ENVIRONMENT: string;
}

/** Before the database is opened. @returns what sends the last spans and ends tracing */
export async function startTracing(settings: TracingSettings): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ENVIRONMENT: environment } = settings;
  const { OTEL_SERVICE_NAME: service = "provider-checkout" } = settings;
  if (!endpoint) return async () => {};
  const { createTracer } = await import("./otlp");
  const made = createTracer({ endpoint, service, environment });
  traceWith(made.tracer);
  return async () => {
    traceWith(null);
    await made.stop();
  };
}
