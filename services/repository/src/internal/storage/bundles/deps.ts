import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { CommitStatusDocument, PipelineDocument } from '#ci/pipelines';
import type { LanguagesDocument } from '#content/languages';
import type { Background } from '#maintenance';
import type { MeasurementDocument } from '#maintenance/statistics';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { ReleaseDocument } from '#refs/releases';
import type { KeyedQueue, Storages } from '#storage';

/** Dependencies of the RPCs that import projects. */
export interface InternalBundlesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Removes the repositories and documents of a project. Safe to repeat. */
  removeProjectData: (projectId: number, storage: string) => Promise<void>;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  releases: EntityStore<ReleaseDocument>;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
  languages: EntityStore<LanguagesDocument>;
  measurements: EntityStore<MeasurementDocument>;
  background: Background;
  /** Serializes language measurements of one repository. */
  languageQueue: KeyedQueue;
}
