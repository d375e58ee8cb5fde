/** Logs, metrics and the scope of a request. */
export type { CallContext, Principal } from './call-context';
export { createLogger, type Logger } from './logging';
export { callerFields, currentRequestId, currentScope, runInScope, withLogScope } from './scope';
export { addMeasuredGauge, createMetrics, type Metrics } from './telemetry';
