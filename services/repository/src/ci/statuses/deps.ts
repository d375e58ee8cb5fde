import type { EntityStore } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { CommitStatusDocument, PipelineDocument } from '#ci/pipelines';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { Storages } from '#storage';

/** Dependencies of commit statuses. */
export interface CommitStatusesDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  pipelines: EntityStore<PipelineDocument>;
  commitStatuses: EntityStore<CommitStatusDocument>;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
