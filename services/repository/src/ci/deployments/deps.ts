import type { EntityStore, Sequences } from '@forgemesh/data';
import type { GitClient } from '@forgemesh/git-engine';
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import type { EnvironmentDeployments } from '#ci/environments/environment-deployments';
import type { EnvironmentDocument } from '#ci/environments/environment.model';
import type { Clients } from '#clients/clients';
import type { UserDocument } from '#clients/users/user.model';
import type { Storages } from '#storage/repository-location';
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
