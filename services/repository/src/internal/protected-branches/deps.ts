import type { EntityStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { ProtectedBranchDocument } from '#refs/protected-branches';

/** Dependencies of the RPCs about protected branches. */
export interface InternalProtectedBranchesDeps {
  clients: Clients;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
