import type { EntityStore } from '@forgemesh/data';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { ProtectionCache, ProtectedBranchDocument } from './protected-branch.model';

/** Dependencies of protected branches. */
export interface ProtectedBranchesDeps {
  log: Logger;
  clients: Clients;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
}
