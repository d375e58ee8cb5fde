import type { EventBus } from '@forgemesh/events';
import type { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import type { ServiceClient } from '@forgemesh/rpc';
import type { DeadLetterClient, ProcessClient } from '#clients';

/** Dependencies of job metrics. */
export interface JobMetricsDeps {
  bus: EventBus;
  /** Names of all services. */
  services: string[];
  /** Dead letter clients by service name. */
  deadLetters: Map<string, DeadLetterClient>;
  /** Process information clients by service name. */
  processes: Map<string, ProcessClient>;
  /** Counts jobs of all kinds. */
  jobs: ServiceClient<typeof AdminJobServiceDefinition>;
}
