import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { PushRules } from '#refs/push-rules';
import type { RefWriter } from '#refs/ref-log';
import type { Storages } from '#storage';

/** Dependencies of cherry picks and reverts. */
export interface CherryPicksAndRevertsDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  /** Checks new commits before their refs move. */
  pushRules: PushRules;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
}
