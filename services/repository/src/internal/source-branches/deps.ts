import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Clients } from '#clients';
import type { CodeOwnersCache } from '#content/code-owners';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { PushRules } from '#refs/push-rules';
import type { RefWriter } from '#refs/ref-log';
import type { PeerStorages } from '#storage/peer-storages';
import type { Storages } from '#storage';

/** Dependencies of the RPCs that change the source branches of merge requests. */
export interface InternalSourceBranchesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Storages that other processes of this service serve. */
  peerStorages: PeerStorages;
  clients: Clients;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  /** Checks new commits before their refs move. */
  pushRules: PushRules;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  /** Entries of CODEOWNERS files by repository, commit of the file and compared commits. */
  codeOwners: CodeOwnersCache;
}
