import { operation, type Call } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import { InvalidParameterError, NotFoundError } from '@forgemesh/errors';
import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { SLUG_REFUSAL } from './create-environment';
import { assertEnvironment, environmentTaken } from '../environment-checks';
import { presentEnvironment } from '../environment.entity';
import { findEnvironment } from '../find-environment';
import type { EnvironmentsDeps } from '../deps';

/** Changes the name or the URL of an environment. */
export const updateEnvironment = operation(
  EnvironmentServiceDefinition.updateEnvironment,
  async (request, call: Call<EnvironmentsDeps>) => {
    const { environment_id: id, name, external_url: url, slug } = request;
    if (slug) throw new InvalidParameterError(SLUG_REFUSAL);
    await findEnvironment(call, id);
    const set = { ...(name !== undefined && { name }), ...(url !== undefined && { external_url: url || null }) };
    assertEnvironment(set);
    try {
      const changed = await call.deps.environments.mutate(id, () =>
        Object.keys(set).length === 0
          ? null
          : {
              set: { ...set, updated_at: new Date() },
              events: [{ type: 'repository.environment.updated', actor: call.principal.id }],
            },
      );
      if (!changed) throw new NotFoundError();
      return presentEnvironment(changed);
    } catch (error) {
      if (isDuplicateKey(error)) throw environmentTaken('name');
      throw error;
    }
  },
);
