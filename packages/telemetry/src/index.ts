/** Logs, metrics, traces and the scope of a request. */
export type { CallContext, ForwardedContexts, Principal, RequestOrigin } from './call-context';
export { createLogger, type Logger } from './logging';
export { callerFields, currentRequestId, currentScope, runInScope, withLogScope } from './scope';
export { addMeasuredGauge, createMetrics, createProcessMetrics, type Metrics } from './telemetry';
export {
  currentTraceParent,
  inSpan,
  isTracing,
  runInSpan,
  samplers,
  setTracer,
  startSpan,
  stopTracing,
  type Span,
  type SpanDescription,
} from './tracing';
