/**
 * Removes the write id from tokens of earlier releases, from which the token could be computed with
 * the instance's secret, and adds an end to sign-ins of earlier releases.
 */
import { HOUR_MS } from '@forgemesh/service/durations';
import type { Schedule } from '@forgemesh/service';
import { refreshUntil } from '#credentials/tokens';
import type { CleanTokensDeps } from './deps';

/**
 * Runs at the start and repeatedly, because a process of the earlier release may still write during
 * an upgrade.
 */
export async function cleanTokens({ tokens, deployTokens }: CleanTokensDeps): Promise<void> {
  const withId = { operation_id: { $exists: true } };
  await tokens.model.updateMany(withId, { $unset: { operation_id: 1 } });
  await deployTokens.model.updateMany(withId, { $unset: { operation_id: 1 } });
  const endless = { refresh_digest: { $exists: true }, refresh_until: { $exists: false } };
  await tokens.model.updateMany(endless, { $set: { refresh_until: refreshUntil(new Date()) } });
}

/** Removes sign-ins that have ended and can no longer be refreshed. */
async function removeEnded({ tokens }: CleanTokensDeps): Promise<void> {
  await tokens.model.deleteMany({ refresh_until: { $lt: new Date() }, valid_until: { $lt: new Date() } });
}

export const sweepTokens: Schedule<CleanTokensDeps> = {
  name: 'identity-sweep-tokens',
  everyMs: HOUR_MS,
  async run(deps) {
    await cleanTokens(deps);
    await removeEnded(deps);
  },
};
