/** Clients of the other services. */
import type { Caller, ServiceClient } from '@forgemesh/kit';
import { DeadLetterServiceService } from '@forgemesh/proto/api/v1/dead_letter';

/** Answers for the dead letters of one service. */
export type DeadLetterClient = ServiceClient<typeof DeadLetterServiceService>;

/** Who keeps dead letters, by the names of the services in their order. */
export function createDeadLetterClients(caller: Caller, services: readonly string[]): Map<string, DeadLetterClient> {
  return new Map(services.map((name) => [name, caller.client(DeadLetterServiceService, name)]));
}
