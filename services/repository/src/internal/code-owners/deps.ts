import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { CodeOwnersCache } from '#content/code-owners/find-code-owners';
import type { ProtectionCache } from '#refs/protected-branches/protected-branch.model';
import type { ProtectedBranchDocument } from '#refs/protected-branches/protected-branch.model';
import type { Storages } from '#storage/repository-location';

/** Dependencies of code owners. */
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
