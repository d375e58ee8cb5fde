import type { ResponseOf } from '@forgemesh/rpc';
import type { Deployment } from '@forgemesh/proto/repository/v1/deployment';

/** The deployments of environments, as far as environments depend on them. */
export interface EnvironmentDeployments {
  /** The last successful deployment to an environment, or null. */
  findLast(environmentId: number): Promise<ResponseOf<Deployment> | null>;
  /** Removes the deployments of a deleted environment. */
  removeAll(environmentId: number): Promise<void>;
}
