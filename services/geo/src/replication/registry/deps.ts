import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { RegistryDocument } from './registry.model';

/** Dependencies of the registry of replicas. */
export interface RegistryDeps {
  clients: Clients;
  /** Replicas of projects, on a secondary. */
  registry: Model<RegistryDocument>;
}
