/** Clients of other services. */
import type { Caller, ServiceClient } from '@forgemesh/rpc';
import { DeadLetterServiceDefinition } from '@forgemesh/proto/api/v1/dead_letter';
import { DescriptorServiceDefinition } from '@forgemesh/proto/api/v1/descriptors';
import { ObjectMigrationServiceDefinition } from '@forgemesh/proto/api/v1/object_migration';
import { SecretRotationServiceDefinition } from '@forgemesh/proto/api/v1/secret_rotation';

/** Client for the dead letters of one service. */
export type DeadLetterClient = ServiceClient<typeof DeadLetterServiceDefinition>;

/** Creates a dead letter client for each service, by name. */
export function createDeadLetterClients(caller: Caller, services: readonly string[]): Map<string, DeadLetterClient> {
  return new Map(services.map((name) => [name, caller.client(DeadLetterServiceDefinition, name)]));
}

/** Client for the secret rotation of one service. */
export type SecretRotationClient = ServiceClient<typeof SecretRotationServiceDefinition>;

/** Creates a secret rotation client for each service, by name. */
export function createSecretRotationClients(
  caller: Caller,
  services: readonly string[],
): Map<string, SecretRotationClient> {
  return new Map(services.map((name) => [name, caller.client(SecretRotationServiceDefinition, name)]));
}

/** Client for the migrations of objects and files of one service. */
export type ObjectMigrationClient = ServiceClient<typeof ObjectMigrationServiceDefinition>;

/** Creates a client for the migrations of each service, by name. */
export function createObjectMigrationClients(
  caller: Caller,
  services: readonly string[],
): Map<string, ObjectMigrationClient> {
  return new Map(services.map((name) => [name, caller.client(ObjectMigrationServiceDefinition, name)]));
}

/** Client for the process information of one service. */
export type ProcessClient = ServiceClient<typeof DescriptorServiceDefinition>;

/** Creates a process information client for each service, by name. */
export function createProcessClients(caller: Caller, services: readonly string[]): Map<string, ProcessClient> {
  return new Map(services.map((name) => [name, caller.client(DescriptorServiceDefinition, name)]));
}
