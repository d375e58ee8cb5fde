/** Clients of the other services. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { DeadLetterServiceDefinition } from '@forgemesh/proto/api/v1/dead_letter';
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import { SecretRotationServiceDefinition } from '@forgemesh/proto/api/v1/secret_rotation';

/** Answers for the dead letters of one service. */
export type DeadLetterClient = ServiceClient<typeof DeadLetterServiceDefinition>;

/** Who keeps dead letters, by the names of the services in their order. */
export function createDeadLetterClients(caller: Caller, services: readonly string[]): Map<string, DeadLetterClient> {
  return new Map(services.map((name) => [name, caller.client(DeadLetterServiceDefinition, name)]));
}

/** Describes the rotation of the secret in one service. */
export type RotationClient = ServiceClient<typeof SecretRotationServiceDefinition>;

/** A client for the rotation in each service, by name. */
export function createRotationClients(caller: Caller, services: readonly string[]): Map<string, RotationClient> {
  return new Map(services.map((name) => [name, caller.client(SecretRotationServiceDefinition, name)]));
}

/** Describes a process of a service. */
export type ProcessClient = ServiceClient<typeof DescriptorServiceDefinition>;

/** A client for the processes of each service, by name. */
export function createProcessClients(caller: Caller, services: readonly string[]): Map<string, ProcessClient> {
  return new Map(services.map((name) => [name, caller.client(DescriptorServiceDefinition, name)]));
}
