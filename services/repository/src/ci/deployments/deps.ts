import type { EntityStore, Sequences } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { EnvironmentDeployments, EnvironmentDocument } from '#ci/environments';
import type { Clients } from '#clients';
import type { UserDocument } from '#clients/users';
import type { Storages } from '#storage';
import type { DeploymentDocument } from './deployment.model';

/** Dependencies of deployments. */
export interface DeploymentsDeps {
  log: Logger;
  /** Reads and commits: short work that responses wait for. */
  git: GitClient;
  storages: Storages;
  clients: Clients;
  sequences: Sequences;
  environments: EntityStore<EnvironmentDocument>;
  deployments: EntityStore<DeploymentDocument>;
  environmentDeployments: EnvironmentDeployments;
  /** User profiles for display. */
  users: Model<UserDocument>;
}
