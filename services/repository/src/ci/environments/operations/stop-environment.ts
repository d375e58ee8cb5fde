import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { presentEnvironment } from '../environment.entity';
import { findEnvironment } from '../find-environment';
import type { EnvironmentsDeps } from '../deps';

/** Stops an environment; a stopped environment is left unchanged. */
export const stopEnvironment = operation(
  EnvironmentServiceDefinition.stopEnvironment,
  async (request, call: Call<EnvironmentsDeps>) => {
    const { _id: id } = await findEnvironment(call, request.environment_id);
    const stopped = await call.deps.environments.mutate(id, ({ state }) =>
      state === 'stopped'
        ? null
        : {
            set: { state: 'stopped', updated_at: new Date() },
            events: [{ type: 'repository.environment.stopped', actor: call.principal.id }],
          },
    );
    if (!stopped) throw new NotFoundError();
    return presentEnvironment(stopped);
  },
);
