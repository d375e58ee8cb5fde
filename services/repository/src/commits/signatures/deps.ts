import type { GitClient } from '@forgemesh/git-engine';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { Storages } from '#storage';
import type { CommitSignatureDocument } from './commit-signature.model';

/** Dependencies of signatures. */
export interface SignaturesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  /** Verification results of commit signatures. */
  commitSignatures: Model<CommitSignatureDocument>;
}
