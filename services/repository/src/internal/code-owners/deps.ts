import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { CodeOwnersCache } from '#content/code-owners';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { Storages } from '#storage';

/** Dependencies of the RPCs about code owners. */
export interface InternalCodeOwnersDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  /** Entries of CODEOWNERS files by repository, commit of the file and compared commits. */
  codeOwners: CodeOwnersCache;
}
