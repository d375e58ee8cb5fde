/**
 * Metrics of a process and its services: calls served and made, events published and handled,
 * database commands.
 */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Only a few: each bucket is a time series per combination of labels. */
const secondsBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10];
/** Fewer, because the process that serves a call measures it, too. */
const calledBuckets = [0.1, 1, 10];

/** The common metrics, and the registry to which a service adds its own. */
export interface Metrics {
  registry: Registry;
  /** Seconds of each call served, by `rpc` and `code` (a reason of the catalogue, or `ok`). */
  served: Histogram<'rpc' | 'code'>;
  /** Seconds of each call made, by `rpc` and `code`. */
  called: Histogram<'rpc' | 'code'>;
  /** Seconds of each event handled, by `consumer` and `outcome` (`done`, `retried`, `dead`). */
  handled: Histogram<'consumer' | 'outcome'>;
  /** Events published, by `type`. */
  published: Counter<'type'>;
  /** Events pending in the outbox. */
  outbox: Gauge;
  /** Seconds of each database command, by `command`. */
  queried: Histogram<'command'>;
}

/** Creates the metrics of a process itself: memory, CPU, event loop. */
export function createProcessMetrics(name: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service: name });
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** Creates the metrics of a service or of the gateway. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const histogram = <L extends string>(
    name: string,
    help: string,
    labelNames: L[],
    buckets = secondsBuckets,
  ): Histogram<L> => new Histogram({ name, help, labelNames, buckets, registers });
  return {
    registry,
    served: histogram('forge_rpc_served_seconds', 'Calls served', ['rpc', 'code']),
    called: histogram('forge_rpc_called_seconds', 'Calls made', ['rpc', 'code'], calledBuckets),
    handled: histogram('forge_event_handled_seconds', 'Events handled', ['consumer', 'outcome']),
    published: new Counter({
      name: 'forge_event_published_total',
      help: 'Events published',
      labelNames: ['type'],
      registers,
    }),
    outbox: new Gauge({ name: 'forge_outbox_waiting', help: 'Events that wait to be published', registers }),
    queried: histogram('forge_query_seconds', 'Database commands', ['command']),
  };
}

/** A gauge that is computed when the metrics are read. */
export interface MeasuredGauge<L extends string> {
  name: string;
  help: string;
  labelNames: L[];
  /**
   * Sets the current values. If it fails, the gauge has no values: none is better than an outdated
   * one.
   */
  measure(set: (labels: Record<L, string>, value: number) => void): Promise<void>;
}

/** Adds a gauge that is computed at each read. */
export function addMeasuredGauge<L extends string>(
  { registry }: Metrics,
  { measure, ...options }: MeasuredGauge<L>,
): void {
  new Gauge({
    ...options,
    registers: [registry],
    async collect() {
      this.reset();
      await measure((labels, value) => this.set(labels, value)).catch(() => this.reset());
    },
  });
}
