import type { EntityStore } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { Clients } from '#clients/clients';
import type { UserDocument } from '#clients/users/user.model';
import type { CommitSignatureDocument } from '#commits/signatures/commit-signature.model';
import type { ProtectedBranchDocument } from '#refs/protected-branches/protected-branch.model';
import type { ProtectedTagDocument } from '#refs/protected-tags/protected-tag.model';

/** Dependencies of the consumers. */
export interface IdentityConsumersDeps {
  clients: Clients;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  /** Verification results of commit signatures. */
  commitSignatures: Model<CommitSignatureDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
