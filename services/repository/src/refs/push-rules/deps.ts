import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { CodeOwnersCache } from '#content/code-owners';
import type { LfsLinkDocument, LfsLockDocument } from '#content/lfs';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { Storages } from '#storage';

/** Dependencies of push rules. */
export interface PushRulesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  measurements: EntityStore<MeasurementDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  /** Entries of CODEOWNERS files by repository, commit of the file and compared commits. */
  codeOwners: CodeOwnersCache;
  lfsLinks: Model<LfsLinkDocument>;
  lfsLocks: Model<LfsLockDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
