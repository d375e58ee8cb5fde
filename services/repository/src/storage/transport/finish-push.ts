import type { RefUpdate } from '@forgemesh/git-engine';
import type { RefChangeDocument } from '#refs/ref-changes';
import type { TransportDeps } from './deps';

/**
 * Closes the intents of a push according to the applied updates; intents of refs that lost a race
 * are deleted.
 */
export async function finishPush(
  deps: TransportDeps,
  intents: readonly RefChangeDocument[],
  applied: readonly RefUpdate[],
): Promise<void> {
  const moved = new Map(applied.map((update) => [update.ref, update]));
  const isMoved = (intent: RefChangeDocument): boolean => moved.get(intent.ref)?.new === intent.after;
  const failed = intents.filter((intent) => !isMoved(intent));
  await deps.refs.reconcile(intents.filter(isMoved));
  if (failed.length > 0) await deps.refs.withdraw(failed);
}
