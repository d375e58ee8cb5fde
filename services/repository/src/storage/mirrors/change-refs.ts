/** Changes many refs with intents, compare-and-swap and events. */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import { isGitError, type RefUpdate } from '@forgemesh/git-engine';
import { isRefusedChange, type RefIntent } from '#refs/ref-changes';
import type { MirrorsDeps } from './deps';

type Deps = Pick<MirrorsDeps, 'transportGit' | 'refs'>;

const BATCH = 200;

/**
 * Changes refs and returns those that failed: changed concurrently, or in conflict with another
 * name.
 */
export async function changeRefs(deps: Deps, intent: RefIntent): Promise<string[]> {
  const failed: string[] = [];
  for (let at = 0; at < intent.changes.length; at += BATCH) {
    const changes = intent.changes.slice(at, at + BATCH);
    if (!(await changeAtomically(deps, { ...intent, changes })))
      failed.push(...(await changeEach(deps, { ...intent, changes })));
  }
  return failed;
}

/** Changes all refs or none; returns false for none. */
async function changeAtomically(deps: Deps, intent: RefIntent): Promise<boolean> {
  const { transportGit, refs } = deps;
  const recorded = await refs.record(intent);
  try {
    await transportGit.updateRefs({ repo: intent.location.repo, updates: [...intent.changes] });
  } catch (error) {
    // The outcome is unknown; the sweep of intents determines it.
    if (error instanceof DiskError) throw error;
    if (!isRefusedChange(error)) throw new UnavailableError(undefined, { cause: error });
    await refs.withdraw(recorded);
    if (!isGitError(error)) throw error;
    return false;
  }
  await refs.reconcile(recorded);
  return true;
}

async function changeEach(deps: Deps, { changes, ...intent }: RefIntent): Promise<string[]> {
  const failed: RefUpdate[] = [];
  for (const change of changes) {
    try {
      await deps.refs.change({ ...intent, change });
    } catch (error) {
      if (!isGitError(error)) throw error;
      failed.push(change);
    }
  }
  return failed.map(({ ref }) => ref);
}
