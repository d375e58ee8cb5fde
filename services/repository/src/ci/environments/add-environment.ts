import { isDuplicateKey } from '@forgemesh/data';
import type { Call } from '@forgemesh/rpc';
import { assertEnvironment, environmentTaken } from './environment-checks';
import type { EnvironmentDocument } from './environment.model';
import { environmentSlug } from './environment-slug';
import type { EnvironmentsDeps } from './deps';

/** A new environment. */
export interface NewEnvironment {
  name: string;
  external_url: string | null;
  operation_id?: string | undefined;
}

/** Stores an environment of the project that a call names. Throws ValidationError. */
export async function addEnvironment(
  call: Call<EnvironmentsDeps>,
  { name, external_url, operation_id }: NewEnvironment,
): Promise<EnvironmentDocument> {
  const { environments } = call.deps;
  assertEnvironment({ name, external_url });
  const now = new Date();
  try {
    return await environments.insert(
      {
        _id: await environments.nextId(),
        project_id: call.resource().id,
        name,
        slug: environmentSlug(name),
        external_url,
        state: 'available',
        created_at: now,
        updated_at: now,
        operation_id,
      },
      [{ type: 'repository.environment.created', actor: call.principal.id }],
    );
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw environmentTaken((await findByName(call, name)) ? 'name' : 'slug');
  }
}

/** The environment of a name, which is created if it does not exist. Throws ValidationError. */
export async function findOrAddEnvironment(call: Call<EnvironmentsDeps>, name: string): Promise<EnvironmentDocument> {
  const found = await findByName(call, name);
  if (found) return found;
  try {
    return await addEnvironment(call, { name, external_url: null });
  } catch (error) {
    const other = await findByName(call, name);
    if (other) return other;
    throw error;
  }
}

function findByName(call: Call<EnvironmentsDeps>, name: string): Promise<EnvironmentDocument | null> {
  return call.deps.environments.model
    .findOne({ project_id: call.resource().id, name })
    .lean<EnvironmentDocument>()
    .exec();
}
