import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { CommitStatusDocument, PipelineDocument } from '#ci/pipelines';
import type { RepositoryPacks } from '#refs/packs';
import type { ProtectedBranchDocument } from '#refs/protected-branches';
import type { ProtectedTagDocument } from '#refs/protected-tags';
import type { ReleaseDocument } from '#refs/releases';
import type { Storages } from '#storage';

/** Dependencies of the import and export of projects. */
export interface BundlesDeps {
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  /** A separate worker for streams and long work, so that clones do not slow down reads. */
  transportGit: GitClient;
  storages: Storages;
  /** Folder for the files of bundles that are being imported. */
  bundleFolder: string;
  /** The packs that are kept outside of the folders. */
  packs: RepositoryPacks;
  protectedBranches: EntityStore<ProtectedBranchDocument>;
  protectedTags: EntityStore<ProtectedTagDocument>;
  releases: EntityStore<ReleaseDocument>;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
}
