import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { CodeOwnersCache } from './find-code-owners';

/** Dependencies of code owners. */
export interface CodeOwnersDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  /** Entries of CODEOWNERS files by repository, commit of the file and compared commits. */
  codeOwners: CodeOwnersCache;
}
