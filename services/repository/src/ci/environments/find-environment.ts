import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { EnvironmentDocument } from './environment.model';
import type { EnvironmentsDeps } from './deps';

/**
 * The environment that a call names by id. Throws NotFoundError if the project has no such
 * environment.
 */
export async function findEnvironment(call: Call<EnvironmentsDeps>, id: number): Promise<EnvironmentDocument> {
  const environment = await call.deps.environments.find(id);
  if (environment?.project_id !== call.resource().id) throw new NotFoundError();
  return environment;
}
