/** Clients of the other services. */
import type { Caller, ServiceClient } from '@forgemesh/kit';
import { DeadLetterServiceService } from '@forgemesh/proto/api/v1/dead_letter';
import { DescriptorServiceService } from '@forgemesh/proto/api/v1/descriptors';

/** Answers for the dead letters of one service. */
export type DeadLetterClient = ServiceClient<typeof DeadLetterServiceService>;

/** Who keeps dead letters, by the names of the services in their order. */
export function createDeadLetterClients(caller: Caller, services: readonly string[]): Map<string, DeadLetterClient> {
  return new Map(services.map((name) => [name, caller.client(DeadLetterServiceService, name)]));
}

/** Describes a process of a service. */
export type ProcessClient = ServiceClient<typeof DescriptorServiceService>;

/** A client for the processes of each service, by name. */
export function createProcessClients(caller: Caller, services: readonly string[]): Map<string, ProcessClient> {
  return new Map(services.map((name) => [name, caller.client(DescriptorServiceService, name)]));
}
