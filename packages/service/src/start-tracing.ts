/** Starts tracing if the standard variables of OpenTelemetry name an exporter. */
import { setTracer } from '@forgemesh/telemetry';
import type * as OpenTelemetry from '@forgemesh/telemetry/open-telemetry';
import { readConfig, tracingVariables } from './config';

/**
 * Starts tracing in this process, unless it stays off.
 * @param service name of the process in traces
 */
export function startTracing(
  environment: NodeJS.ProcessEnv,
  { service, revision }: { service: string; revision: string },
): void {
  const config = readConfig(environment, tracingVariables);
  const endpoint = config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = config.OTEL_TRACES_EXPORTER || (endpoint === '' ? 'none' : 'otlp');
  if (config.OTEL_SDK_DISABLED || exporter === 'none') return;
  // Loaded only if it is used, because it takes as long as a small service. Node's `import()` does
  // not find the names that a compiled module exports.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { createTracer } = require('@forgemesh/telemetry/open-telemetry') as typeof OpenTelemetry;
  setTracer(
    createTracer({
      service,
      revision,
      sampler: config.OTEL_TRACES_SAMPLER,
      ratio: config.OTEL_TRACES_SAMPLER_ARG,
      exportIntervalMs: config.OTEL_BSP_SCHEDULE_DELAY,
    }),
  );
}
