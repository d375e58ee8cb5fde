/**
 * Traces: the spans of requests, calls, events, database commands and git operations, by
 * OpenTelemetry. They are off until `startTracing`; then a span costs a comparison, and the library
 * is not loaded.
 */
import { currentScope, runInScope } from './scope';

/** Names of samplers, as in `OTEL_TRACES_SAMPLER`. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The role of a span: of the side that serves or calls, that publishes or consumes, or neither. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

/** Attributes of a span by their names in the semantic conventions. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** A span to start. */
export interface SpanDescription {
  /** Short, and the same for all requests of one kind: `POST /projects/:id/issues`. */
  name: string;
  kind: SpanKind;
  attributes?: SpanAttributes;
  /**
   * The parent in another process or in an earlier request, as a `traceparent` of the W3C; by
   * default the span of the current scope. Other values are ignored.
   */
  parent?: string | undefined;
  /** Further causes, as `traceparent`: the events of a batch. */
  links?: readonly string[];
  /** When it started, in milliseconds since 1970; now by default. */
  startedAt?: number;
}

/** A span that has started. */
export interface Span {
  /** Its identity for other processes, as a `traceparent` of the W3C. */
  readonly traceParent: string;
  rename(name: string): void;
  setAttributes(attributes: SpanAttributes): void;
  /** Ends the span; with an error, as failed. */
  end(error?: unknown): void;
}

/** Starts spans. */
export interface Tracer {
  start(description: SpanDescription, parent: string | undefined): Span;
  /** Exports the spans that have ended, and starts no more. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

/** Starts spans from now on. A process has one tracer. */
export function setTracer(started: Tracer): void {
  tracer = started;
}

/** Exports the remaining spans; waits for the exporter until its timeout at most. */
export async function stopTracing(): Promise<void> {
  const stopped = tracer;
  tracer = undefined;
  await stopped?.stop();
}

/** Whether spans are recorded. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Returns the identity of the current span; undefined outside of any. */
export function currentTraceParent(): string | undefined {
  return tracer && currentScope()?.traceParent;
}

/** Starts a span; undefined while tracing is off. The caller ends it. */
export function startSpan(description: SpanDescription): Span | undefined {
  return tracer?.start(description, description.parent ?? currentScope()?.traceParent);
}

/** Runs work whose spans are children of a span. Does not end the span. */
export function runInSpan<T>(span: Span | undefined, work: () => T): T {
  if (span === undefined) return work();
  const scope = currentScope() ?? { fields: { request_id: '' } };
  return runInScope({ ...scope, traceParent: span.traceParent }, work);
}

/** Runs work in a span of its own, which ends with the work. */
export function inSpan<T>(description: () => SpanDescription, work: () => Promise<T>): Promise<T> {
  return tracer === undefined ? work() : runTraced(startSpan(description()), work);
}

async function runTraced<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  try {
    const result = await runInSpan(span, work);
    span?.end();
    return result;
  } catch (error) {
    span?.end(error);
    throw error;
  }
}
