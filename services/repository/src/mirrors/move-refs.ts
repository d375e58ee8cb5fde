/** Moves many refs in the way of every ref change: intents, compare-and-swap, events. */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import { isGitError, type RefUpdate } from '@forgemesh/git-engine';
import { changeRef, isRefusedChange } from '../refs/ref-changes/change-ref';
import { recordIntents, type RefIntent } from '../refs/ref-changes/record-intents';
import { settleIntents } from '../refs/ref-changes/settle-intents';
import type { Repositories } from '../deps';

const BATCH = 200;

/**
 * Moves refs and returns those that could not be moved: somebody was faster, or another name stands
 * in the way.
 */
export async function moveRefs(repositories: Repositories, intent: RefIntent): Promise<string[]> {
  const failed: string[] = [];
  for (let at = 0; at < intent.changes.length; at += BATCH) {
    const changes = intent.changes.slice(at, at + BATCH);
    if (!(await moveTogether(repositories, { ...intent, changes })))
      failed.push(...(await moveEach(repositories, { ...intent, changes })));
  }
  return failed;
}

/** Moves all or none; false for none. */
async function moveTogether(repositories: Repositories, intent: RefIntent): Promise<boolean> {
  const { transportGit, refChanges } = repositories;
  const recorded = await recordIntents(repositories, intent);
  try {
    await transportGit.updateRefs({ repo: intent.location.repo, updates: [...intent.changes] });
  } catch (error) {
    // It is not known whether they moved: the sweep finds out.
    if (error instanceof DiskError) throw error;
    if (!isRefusedChange(error)) throw new UnavailableError(undefined, { cause: error });
    await refChanges.model.deleteMany({ _id: { $in: recorded.map(({ _id }) => _id) }, version: 1 });
    if (!isGitError(error)) throw error;
    return false;
  }
  await settleIntents(repositories, recorded);
  return true;
}

async function moveEach(repositories: Repositories, { changes, ...intent }: RefIntent): Promise<string[]> {
  const failed: RefUpdate[] = [];
  for (const change of changes) {
    try {
      await changeRef(repositories, { ...intent, change });
    } catch (error) {
      if (!isGitError(error)) throw error;
      failed.push(change);
    }
  }
  return failed.map(({ ref }) => ref);
}
