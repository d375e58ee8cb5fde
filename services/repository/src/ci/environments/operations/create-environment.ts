import { operation, type Call } from '@forgemesh/rpc';
import { InvalidParameterError } from '@forgemesh/errors';
import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { addEnvironment } from '../add-environment';
import { presentEnvironment } from '../environment.entity';
import type { EnvironmentsDeps } from '../deps';

/** The error for a slug sent by a client. */
export const SLUG_REFUSAL = 'slug is automatically generated and cannot be changed';

/** Creates an environment. */
export const createEnvironment = operation(
  EnvironmentServiceDefinition.createEnvironment,
  async (request, call: Call<EnvironmentsDeps>) => {
    const { name, external_url, slug } = request;
    if (slug) throw new InvalidParameterError(SLUG_REFUSAL);
    const earlier = await call.deps.environments.findByOperation(call.operationId ?? '');
    const added =
      earlier ??
      (await addEnvironment(call, { name, external_url: external_url || null, operation_id: call.operationId }));
    return presentEnvironment(added);
  },
);
