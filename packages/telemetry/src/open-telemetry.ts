/** The tracer that exports spans by OTLP over HTTP, with the SDK of OpenTelemetry. */
import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Link,
  type Span as SdkSpan,
  type SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { redactTokens } from './redact-tokens';
import type { samplers, Span, SpanAttributes, SpanDescription, SpanKind, Tracer } from './tracing';

/** Which traces are recorded and how they are exported. */
export interface TracerOptions {
  /** Name of the process, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES` name it. */
  service: string;
  /** Revision of the build. */
  revision: string;
  sampler: (typeof samplers)[number];
  /** Share of the traces that a sampler with `ratio` records, from 0 to 1. */
  ratio: number;
  /** Time between two exports, in milliseconds. */
  exportIntervalMs: number;
  /** The exporter of the standard variables (`OTEL_EXPORTER_OTLP_ENDPOINT`) by default. */
  exporter?: SpanExporter;
}

const kinds: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

/** Version, trace id, span id and flags; later versions may add fields. */
const traceParentText = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Starts exporting. */
export function createTracer(options: TracerOptions): Tracer {
  const { service, revision, exportIntervalMs, exporter = new OTLPTraceExporter() } = options;
  const named = resourceFromAttributes({ 'service.name': service, 'service.version': revision });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(options),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportIntervalMs })],
  });
  const tracer = provider.getTracer('forgemesh', revision);
  return {
    start({ name, kind, attributes, links = [], startedAt }: SpanDescription, parent) {
      const context = parent === undefined ? undefined : parseTraceParent(parent);
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes: attributes && withoutTokens(attributes),
          links: links.flatMap(linkTo),
          startTime: startedAt,
        },
        context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT,
      );
      return started(span);
    },
    stop: () => provider.shutdown(),
  };
}

function started(span: SdkSpan): Span {
  return {
    traceParent: formatTraceParent(span.spanContext()),
    rename: (name) => void span.updateName(name),
    setAttributes: (attributes) => void span.setAttributes(withoutTokens(attributes)),
    end(error) {
      if (error !== undefined) {
        const message = error instanceof Error ? error.message : String(error);
        span.setStatus({ code: SpanStatusCode.ERROR, message: redactTokens(message) });
      }
      span.end();
    },
  };
}

/** Paths of requests may contain tokens. */
function withoutTokens(attributes: SpanAttributes): SpanAttributes {
  const entries = Object.entries(attributes);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? redactTokens(value) : value]),
  );
}

function samplerOf({ sampler, ratio }: TracerOptions): Sampler {
  const root = rootSampler(sampler.replace('parentbased_', ''), ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

function linkTo(text: string): Link[] {
  const context = parseTraceParent(text);
  return context ? [{ context }] : [];
}

/** Returns the context that a `traceparent` names; undefined if it is not valid. */
export function parseTraceParent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = traceParentText.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true };
}

function formatTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
