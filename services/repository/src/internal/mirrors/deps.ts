import type { EntityStore } from '@forgemesh/data';
import type { Settings } from '@forgemesh/events';
import type { GitClient } from '@forgemesh/git-engine';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { Model } from 'mongoose';
import type { LfsLinkDocument } from '#content/lfs';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { ProtectedBranchDocument, ProtectionCache } from '#refs/protected-branches';
import type { RefWriter } from '#refs/ref-log';
import type { Storages } from '#storage';

/** Dependencies of the RPCs about mirrors. */
export interface InternalMirrorsDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  settings: Settings<ApplicationSettings>;
  measurements: EntityStore<MeasurementDocument>;
  lfsLinks: Model<LfsLinkDocument>;
  /** Changes refs through the ref log, with events. */
  refs: RefWriter;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  /** Caches the protections of projects until any protection changes. */
  protectionCache: ProtectionCache;
}
