import type { EntityStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients/clients';
import type { UserDocument } from '#clients/users/user.model';
import type { ProtectedBranchDocument } from '#refs/protected-branches/protected-branch.model';

/** Dependencies of protected branches. */
export interface InternalProtectedBranchesDeps {
  clients: Clients;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
