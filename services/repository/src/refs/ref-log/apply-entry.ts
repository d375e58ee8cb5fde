/**
 * Lets the refs in the folder of a repository follow its log. Callers hold the queue of the log.
 */
import { DiskError, UnavailableError } from '@forgemesh/errors';
import { type GitClient, isGitError, type RefUpdate, zeroId } from '@forgemesh/git-engine';
import { ReadOnlyError, type RepositoryKey } from '#storage';
import type { RefLogEntry } from './ref-log-entry.model';
import type { RefLogDeps } from './deps';

/** Attempts if git ends without a result. */
const MAX_ATTEMPTS = 3;

type Deps = Pick<RefLogDeps, 'git' | 'storages' | 'refLog'>;

/**
 * Moves the refs of an entry that was just appended. Errors: GitError and DiskError when git
 * refuses the refs although the check before the entry did not: the entry is then marked as
 * refused, and nothing has changed. UnavailableError when the refs have not followed: `redoEntries`
 * tries again.
 */
export async function applyEntry(deps: Deps, entry: RefLogEntry): Promise<void> {
  const { git, storages } = deps;
  const { repo } = storages.locate(entry.project_id, entry.storage, entry.kind);
  const before = new Map(entry.refs.map((change) => [change.ref, change.before]));
  let left: RefUpdate[] = entry.refs.map(({ ref, before: old, after }) => ({ ref, old, new: after }));
  for (let attempt = 1; left.length > 0; attempt++) {
    try {
      await git.updateRefs({ repo, updates: left });
      return;
    } catch (error) {
      left = await leftOf(git, repo, targetsOf([entry]));
      const isUnchanged = left.length === entry.refs.length && left.every(({ ref, old }) => before.get(ref) === old);
      if (isUnchanged && isRefusal(error)) {
        await refuseEntry(deps, entry, error);
        throw error;
      }
      if (attempt === MAX_ATTEMPTS) throw new UnavailableError(undefined, { cause: error });
    }
  }
}

/**
 * Moves the refs to where the log says that they are, if it has open entries. Throws
 * UnavailableError if git does not move them.
 */
export async function redoEntries(deps: Deps, { project_id, kind }: RepositoryKey): Promise<void> {
  const { git, refLog, storages } = deps;
  const log = { project_id, kind };
  const first = await refLog.model
    .findOne({ ...log, open_at: { $exists: true } })
    .sort({ seq: 1 })
    .readConcern('majority')
    .lean();
  if (!first) return;
  // Later entries may have moved the same refs.
  const entries = await refLog.model
    .find({ ...log, seq: { $gte: first.seq }, refused: { $exists: false } })
    .sort({ seq: 1 })
    .readConcern('majority')
    .lean();
  const { repo } = storages.locate(project_id, first.storage, kind);
  const targets = targetsOf(entries);
  let left = await leftOf(git, repo, targets);
  for (let attempt = 1; left.length > 0; attempt++) {
    try {
      await git.updateRefs({ repo, updates: left });
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw new UnavailableError(undefined, { cause: error });
      // Another process may have moved them.
      left = await leftOf(git, repo, targets);
    }
  }
}

/** Where refs are after entries in the order of the log, by name. */
function targetsOf(entries: readonly RefLogEntry[]): Map<string, string> {
  return new Map(entries.flatMap(({ refs }) => refs.map(({ ref, after }) => [ref, after] as const)));
}

/** The refs that are not at their targets, with their present ids as the old ones. */
async function leftOf(git: GitClient, repo: string, targets: ReadonlyMap<string, string>): Promise<RefUpdate[]> {
  const left: RefUpdate[] = [];
  for (const [ref, target] of targets) {
    const current = (await git.findRef({ repo, name: ref }))?.id ?? zeroId;
    if (current !== target) left.push({ ref, old: current, new: target });
  }
  return left;
}

/** Whether an error means that git will not move the refs, unless something changes. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ReadOnlyError || error instanceof DiskError) return true;
  return isGitError(error) && error.reason !== 'unavailable' && error.reason !== 'deadline_exceeded';
}

async function refuseEntry({ refLog }: Deps, entry: RefLogEntry, error: unknown): Promise<void> {
  const refused = error instanceof Error ? error.message : String(error);
  const update = { $unset: { open_at: 1, operation_id: 1 } };
  const changed = await refLog.change(entry, { set: { refused }, update });
  if (!changed) throw new UnavailableError(undefined, { cause: error });
}
