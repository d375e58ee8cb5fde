import { isForgeError } from '@forgemesh/errors';
import { operation, type Call, type ResponseOf } from '@forgemesh/rpc';
import type { SecretRotation } from '@forgemesh/proto/api/v1/secret_rotation';
import { AdminSecretRotationServiceDefinition } from '@forgemesh/proto/settings/v1/secret_rotation';
import type { SecretRotationsDeps } from '../deps';

const TIMEOUT_MS = 5_000;

/** Lists the progress of secret rotation by service. */
export const listSecretRotations = operation(
  AdminSecretRotationServiceDefinition.listSecretRotations,
  async (_request, call: Call<SecretRotationsDeps>) => {
    const unanswered: string[] = [];
    const requests = [...call.deps.rotations].map(async ([name, client]): Promise<ResponseOf<SecretRotation>[]> => {
      try {
        const rotation = await client.getSecretRotation({}, { timeoutMs: TIMEOUT_MS });
        return [{ ...rotation, checked_at: rotation.checked_at ?? null }];
      } catch (error) {
        if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
        unanswered.push(name);
        return [];
      }
    });
    const rotations = (await Promise.all(requests)).flat();
    if (unanswered.length > 0) call.setHeader('X-Unanswered', unanswered.join(', '));
    return { secret_rotations: rotations };
  },
);
