import { operation, type Call } from '@forgemesh/rpc';
import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { presentSingleEnvironment } from '../environment.entity';
import { findEnvironment } from '../find-environment';
import type { EnvironmentsDeps } from '../deps';

/** Gets an environment with its last successful deployment. */
export const getEnvironment = operation(
  EnvironmentServiceDefinition.getEnvironment,
  async (request, call: Call<EnvironmentsDeps>) =>
    presentSingleEnvironment(call, await findEnvironment(call, request.environment_id)),
);
