import type { EntityStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { CommitSignatureDocument } from '#commits/signatures';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';

/** Dependencies of the consumers of events of identity. */
export interface IdentityConsumersDeps {
  clients: Clients;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  /** Verification results of commit signatures. */
  commitSignatures: Model<CommitSignatureDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
