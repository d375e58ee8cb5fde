import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { CommitStatusDocument } from '#ci/pipelines/commit-status.model';
import type { PipelineDocument } from '#ci/pipelines/pipeline.model';
import type { LanguagesDocument } from '#content/languages/languages.model';
import type { Background } from '#maintenance/background';
import type { MeasurementDocument } from '#maintenance/statistics/measurement.model';
import type { ProtectedBranchDocument } from '#refs/protected-branches/protected-branch.model';
import type { ProtectedTagDocument } from '#refs/protected-tags/protected-tag.model';
import type { ReleaseDocument } from '#refs/releases/release.model';
import type { KeyedQueue } from '#storage/keyed-queue';
import type { Storages } from '#storage/repository-location';

/** Dependencies of the calls that import projects. */
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
