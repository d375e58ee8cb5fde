import type { RefUpdate } from '@forgemesh/git-engine';
import type { RefChangeDocument } from '../../refs/ref-changes/ref-change.model';
import { settleIntents } from '../../refs/ref-changes/settle-intents';
import type { Repositories } from '../../deps';

/** Closes the intents of a push by what git really did; refs that lost a race are forgotten. */
export async function finishPush(
  repositories: Repositories,
  intents: readonly RefChangeDocument[],
  applied: readonly RefUpdate[],
): Promise<void> {
  const moved = new Map(applied.map((update) => [update.ref, update]));
  const isMoved = (intent: RefChangeDocument): boolean => moved.get(intent.ref)?.new === intent.after;
  const lost = intents.filter((intent) => !isMoved(intent)).map(({ _id }) => _id);
  await settleIntents(repositories, intents.filter(isMoved));
  if (lost.length > 0) await repositories.refChanges.model.deleteMany({ _id: { $in: lost }, version: 1 });
}
