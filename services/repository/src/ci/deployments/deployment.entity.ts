/** Presents deployments in the API. */
import type { EntityStore } from '@forgemesh/data';
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Deployment } from '@forgemesh/proto/repository/v1/deployment';
import { type EnvironmentDocument, presentBasicEnvironment } from '#ci/environments';
import { findUsers, presentUser } from '#clients/users';
import type { DeploymentDocument } from './deployment.model';
import type { DeploymentsDeps } from './deps';

type Deps = Pick<DeploymentsDeps, 'clients' | 'users'> & {
  environments: Pick<EntityStore<EnvironmentDocument>, 'findAll'>;
};

/** Presents deployments, with one query each for their users and environments. */
export async function presentDeployments(
  deps: Deps,
  deployments: readonly DeploymentDocument[],
): Promise<ResponseOf<Deployment>[]> {
  if (deployments.length === 0) return [];
  const [users, environments] = await Promise.all([
    findUsers(
      deps,
      deployments.map(({ user_id }) => user_id),
    ),
    deps.environments.findAll([...new Set(deployments.map(({ environment_id: id }) => id))]),
  ]);
  const environmentsById = new Map(environments.map((environment) => [environment._id, environment]));
  return deployments.flatMap((deployment) => {
    const environment = environmentsById.get(deployment.environment_id);
    // The environment was just deleted, and its deployments are deleted with it.
    if (!environment) return [];
    return {
      id: deployment._id,
      iid: deployment.iid,
      ref: deployment.ref,
      sha: deployment.sha,
      created_at: deployment.created_at.toISOString(),
      updated_at: deployment.updated_at.toISOString(),
      status: deployment.status,
      user: presentUser(users.get(deployment.user_id)),
      environment: presentBasicEnvironment(environment),
      deployable: null,
    };
  });
}

/** The entity of `repository.deployment.*`. */
export async function presentDeploymentEvent(
  deps: Deps,
  document: DeploymentDocument,
): Promise<EventEntity<'repository.deployment.updated'>> {
  const [deployment] = await presentDeployments(deps, [document]);
  const { _id: id, project_id, environment_id, tag } = document;
  return { ...deployment, id, project_id, environment_id, tag };
}
