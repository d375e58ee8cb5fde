import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { ContextVerifier } from '@forgemesh/rpc';
import type { Logger } from '@forgemesh/telemetry';
import type { Clients } from '#clients';
import type { Maintenance } from '#maintenance';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { PushRules } from '#refs/push-rules';
import type { RefWriter } from '#refs/ref-log';
import type { RepositoryActivity, Storages } from '#storage';
import type { GitTransport } from './git-transport';

/** Dependencies of the git transport. */
export interface TransportDeps {
  log: Logger;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  /** Serves the smart HTTP protocol. */
  transport: GitTransport;
  storages: Storages;
  /** Bytes that stay free on the disk; pushes are refused if fewer are available. */
  minFreeDiskBytes: number;
  /** Running writes and long reads, and locked repositories. */
  activity: RepositoryActivity;
  clients: Clients;
  settings: Settings<ApplicationSettings>;
  verifier: ContextVerifier;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  /** Checks new commits before their refs move. */
  pushRules: PushRules;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
  maintenance: Maintenance;
}
