/** Metrics of event consumers and background jobs, collected from JetStream and the services. */
import type { Call } from '@forgemesh/rpc';
import { isForgeError } from '@forgemesh/errors';
import type { JobCounts } from '@forgemesh/proto/projects/v1/admin_job';
import type { JobStats, ProcessMetrics, QueueMetricsResponse } from '@forgemesh/proto/settings/v1/job_metrics';
import type { ConsumerInfo } from '@nats-io/jetstream';
import { metricNameOf } from '@forgemesh/events';
import { countDeferredEvents, loadConsumers, oldestEventOf, serviceOf } from '#administration/event-consumers';
import type { JobMetricsDeps } from './deps';

/** Service that stores all jobs. */
const JOB_SERVICE = 'projects';
const TIMEOUT_MS = 5_000;

type Queues = QueueMetricsResponse['queues'];

/** Metrics, computed from one set of consumers and jobs. */
export interface Metrics {
  queues(): Promise<Queues>;
  processes(): Promise<ProcessMetrics[]>;
  stats(): Promise<JobStats>;
}

/** Loads consumers and jobs. Unavailable services are named in the `X-Unanswered` header. */
export async function loadMetrics(call: Call<JobMetricsDeps>): Promise<Metrics> {
  const { deps } = call;
  const unanswered = new Set<string>();
  const query = async <T>(service: string, request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await request();
    } catch (error) {
      if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
      unanswered.add(service);
      call.setHeader('X-Unanswered', [...unanswered].sort().join(', '));
      return undefined;
    }
  };
  const countJobs = (): Promise<{ kinds: JobCounts[] }> => deps.jobs.countJobs({}, { timeoutMs: TIMEOUT_MS });
  const [{ manager, consumers }, counts] = await Promise.all([loadConsumers(deps), query(JOB_SERVICE, countJobs)]);
  const kinds = counts?.kinds ?? [];
  const jobQueues = kinds.map((each): [string, Queues[string]] => [
    queueOf(each),
    { backlog: each.backlog, latency: Math.floor(each.latency) },
  ]);
  return {
    async queues() {
      const eventQueues = await Promise.all(
        consumers.map(async (info): Promise<[string, Queues[string]]> => {
          const backlog = lagOf(info);
          const oldest = await oldestEventOf(manager, info);
          const latency = oldest ? Math.max(0, Math.floor((Date.now() - oldest.getTime()) / 1000)) : 0;
          return [metricNameOf(info), { backlog, latency }];
        }),
      );
      return Object.fromEntries([...eventQueues, ...jobQueues].sort(byName));
    },
    async processes() {
      const found = [...deps.processes].map(async ([service, client]): Promise<ProcessMetrics[]> => {
        const process = await query(service, () => client.getProcess({}, { timeoutMs: TIMEOUT_MS }));
        if (!process) return [];
        const own = consumers.filter(({ name }) => serviceOf(name) === service);
        const queues = [...own.map(metricNameOf), ...(service === JOB_SERVICE ? kinds.map(queueOf) : [])];
        return [
          {
            hostname: process.hostname,
            pid: process.pid,
            tag: service,
            started_at: process.started_at,
            queues: queues.sort(),
            labels: [],
            concurrency: sum(own.map(({ config }) => Math.max(config.max_ack_pending ?? 0, 0))),
            busy: sum(own.map(({ num_ack_pending: pending }) => pending)),
          },
        ];
      });
      return (await Promise.all(found)).flat();
    },
    async stats() {
      const deferrals = [...deps.deadLetters].map(([, client]) => countDeferredEvents(client));
      const deferred = sum((await Promise.all(deferrals)).flatMap((counts) => [...(counts?.values() ?? [])]));
      const dead = [...deps.deadLetters].map(([service, client]) =>
        query(service, () =>
          client.listDeadLetters(
            { consumer: '', event_type: '', skip: 0, limit: 0, failed_before: '' },
            { timeoutMs: TIMEOUT_MS },
          ),
        ),
      );
      return {
        processed: sum(consumers.map(({ ack_floor: floor }) => floor.consumer_seq)),
        failed: deferred + sum(kinds.map(({ failed }) => failed)),
        enqueued: deferred + sum(consumers.map(lagOf)) + sum(kinds.map(({ backlog }) => backlog)),
        dead: sum((await Promise.all(dead)).map((found) => found?.total ?? 0)),
      };
    },
  };
}

function queueOf({ kind }: JobCounts): string {
  return `${JOB_SERVICE}-jobs-${kind}`;
}

function lagOf({ num_pending: pending, num_ack_pending: unsettled }: ConsumerInfo): number {
  return pending + unsettled;
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
