/**
 * A service as a value: its configuration, operations, consumers and schedules. A service starts
 * nothing and reads nothing when its modules are loaded; `startService` runs it.
 */
import type { Connection } from 'mongoose';
import type { Sequences, Outbox } from '@forgemesh/data';
import type { AnyConsumer, EventBus } from '@forgemesh/events';
import type { Leases } from '@forgemesh/jobs';
import type { ChosenFilePlace, ObjectConfig, ObjectStorage } from '@forgemesh/objects';
import type { BoundOperation, Caller, ContextVerifier } from '@forgemesh/rpc';
import type { ProcessTls } from '@forgemesh/security';
import type { Logger, Metrics } from '@forgemesh/telemetry';
import type { ServiceConfig } from './config';
import type { HttpEndpoints } from './http';
import type { LocalRelay } from './local-relay';
import type { Schedule } from './schedule';
import type { StoredSecrets } from './secret-rotation';

/** Infrastructure from which a service creates its dependencies. */
export interface Runtime<Config extends ServiceConfig = ServiceConfig> {
  config: Config;
  log: Logger;
  metrics: Metrics;
  connection: Connection;
  sequences: Sequences;
  outbox: Outbox;
  bus: EventBus;
  caller: Caller;
  leases: Leases;
  verifier: ContextVerifier;
  /** Where the service stores its files; undefined without an object store. */
  filePlace: ChosenFilePlace | undefined;
  /** TLS of this process; undefined if the processes communicate without TLS. */
  tls: ProcessTls | undefined;
}

/** A service. */
export interface Service<Config extends ServiceConfig, Deps> {
  /** Name in logs, metrics, keys and addresses; also the prefix of its consumers. */
  name: string;
  /** Reads and validates its environment variables. Throws one error that lists all problems. */
  readConfig(environment: NodeJS.ProcessEnv): Config;
  /** File with the descriptor set of the service. */
  descriptors: string;
  /** Files with the descriptor sets of services of which this one handles some operations. */
  delegatedDescriptors?(config: Config): readonly string[];
  /** Its object store. A service without it has no objects and files. */
  objects?(config: Config): ObjectConfig;
  /** Storages that this process serves; empty for all. */
  storages?(config: Config): readonly string[];
  /** Creates the dependencies that handlers, consumers and schedules share. */
  create(runtime: Runtime<Config>): Promise<Deps> | Deps;
  operations(config: Config): readonly BoundOperation<Deps>[];
  consumers?(config: Config): readonly AnyConsumer<Deps>[];
  schedules?(config: Config): readonly Schedule<Deps>[];
  /** Its objects and files, whose migrations it runs. */
  objectStorage?(deps: Deps): ObjectStorage;
  /** Data that the service stores under `FORGE_SECRET`. */
  secrets?(deps: Deps): StoredSecrets;
  /** Handles HTTP requests outside of `/-/`. */
  mount?(deps: Deps): NonNullable<HttpEndpoints['mount']>;
  /** Handles the same requests for other parts of its process. */
  relay?(deps: Deps): LocalRelay;
  /** Whether metrics are enabled; true until the settings are loaded. */
  offersMetrics?(deps: Deps): boolean | Promise<boolean>;
  /** Runs after all connections are open and before calls are handled. */
  prepare?(deps: Deps): Promise<void>;
  /** Releases the resources of the service. */
  close?(deps: Deps): Promise<void>;
}
