/** Presents environments in the API. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Environment } from '@forgemesh/proto/repository/v1/environment';
import { presentBasicEnvironment } from './basic-environment';
import type { EnvironmentDocument } from './environment.model';
import type { EnvironmentsDeps } from './deps';

/** An environment in lists and in the responses of changes. */
export function presentEnvironment(environment: EnvironmentDocument): ResponseOf<Environment> {
  return {
    ...presentBasicEnvironment(environment),
    state: environment.state,
    created_at: environment.created_at.toISOString(),
    updated_at: environment.updated_at.toISOString(),
  };
}

/** An environment on its own, with its last successful deployment. */
export async function presentSingleEnvironment(
  { deps }: Call<EnvironmentsDeps>,
  environment: EnvironmentDocument,
): Promise<ResponseOf<Environment>> {
  const last = await deps.environmentDeployments.findLast(environment._id);
  return { ...presentEnvironment(environment), last_deployment: last };
}

/** The entity of `repository.environment.*`. */
export function presentEnvironmentEvent(
  environment: EnvironmentDocument,
): EventEntity<'repository.environment.updated'> {
  return { ...presentEnvironment(environment), project_id: environment.project_id };
}
