/** Changes refs by appending to the log of their repository. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConflictError, UnavailableError } from '@forgemesh/errors';
import { isDuplicateKey } from '@forgemesh/data';
import type { RefusedUpdate, RefUpdate } from '@forgemesh/git-engine';
import type { KeptPack } from '#refs/packs';
import type { RepositoryLocation } from '#storage';
import { applyEntry } from './apply-entry';
import { decideChanges } from './decide-changes';
import { logId } from './log-heads';
import type { RefIntent } from './ref-intent';
import { refType, type RefLogEntry, type RefTypeCounts } from './ref-log-entry.model';
import type { RefLogDeps } from './deps';

const MAX_ID = 2 ** 48 - 1;
/** How long in milliseconds a writer lets entries of other processes go first. */
const MAX_RACE_MS = 10_000;
/** Lost races after which a writer pauses for a random time, so that processes take turns. */
const FREE_ATTEMPTS = 3;
const MAX_PAUSE_MS = 20;

/** What the entries of one push have in common. */
export interface PushIdentity {
  push_id: string;
  refs_count: number;
  ref_type_counts: RefTypeCounts;
}

/** The result of an append. */
export interface Appended {
  /** The new entry, or that of an earlier attempt of the same write; null if none was made. */
  entry: RefLogEntry | null;
  /** Changes that are not in the entry. */
  refused: RefusedUpdate[];
}

/** An append of which other processes may not know yet. */
export interface UnannouncedAppend extends Appended {
  /** Resolves when they know; never rejects. */
  announced?: Promise<void>;
}

/** What the entries of a push have in common. */
export function identifyPush(changes: readonly RefUpdate[]): PushIdentity {
  const counts: RefTypeCounts = { branch: 0, tag: 0, other: 0 };
  for (const { ref } of changes) counts[refType(ref)] += 1;
  return { push_id: randomUUID(), refs_count: changes.length, ref_type_counts: counts };
}

/**
 * Appends the changes that the refs allow, or none if one is refused and `isAtomic` is set, and
 * lets the refs in the folder follow. Every process that serves the repository has its number
 * afterwards. Errors: UnavailableError while too many events are pending or
 * if the outcome is unknown, ReadOnlyError for a locked repository, ConflictError if other
 * processes are always faster, and the errors of `StorageEpochs.verify` and `applyEntry`.
 */
export async function appendEntry(
  deps: RefLogDeps,
  intent: RefIntent,
  push: PushIdentity,
  isAtomic: boolean,
): Promise<Appended> {
  const { announced, ...appended } = await startAppend(deps, intent, push, isAtomic);
  await announced;
  return appended;
}

/**
 * Like `appendEntry`, but returns before other processes have the number, so that the next writer
 * need not wait for them.
 */
export async function startAppend(
  deps: RefLogDeps,
  intent: RefIntent,
  push: PushIdentity,
  isAtomic: boolean,
): Promise<UnannouncedAppend> {
  const { location } = intent;
  deps.outbox.assertCapacity();
  return deps.logQueue.run(logId(location), async () => {
    // First, because a lock waits for the writes that it does not refuse.
    const endWrite = deps.activity.startWriting(location.repo);
    try {
      return await appendInTurn(deps, intent, push, isAtomic);
    } finally {
      endWrite();
    }
  });
}

async function appendInTurn(
  deps: RefLogDeps,
  intent: RefIntent,
  push: PushIdentity,
  isAtomic: boolean,
): Promise<UnannouncedAppend> {
  const { location } = intent;
  let kept: { tips: string; packs: KeptPack[] | undefined } | undefined;
  const deadline = performance.now() + MAX_RACE_MS;
  for (let attempt = 1; performance.now() < deadline; attempt++) {
    if (attempt > FREE_ATTEMPTS) await pause(randomInt(1, MAX_PAUSE_MS));
    const decision = await decideChanges(deps, intent, attempt);
    if (decision === null) continue;
    const { seq, accepted, refused } = decision;
    const isEmpty = accepted.length === 0 && !intent.mark;
    if (isEmpty || (isAtomic && refused.length > 0)) return { entry: null, refused };
    const tips = accepted.map((change) => change.new).join();
    if (kept?.tips !== tips) {
      const packs = await keepUnlessLost(deps, { ...intent, changes: accepted });
      if (packs === 'lost') continue;
      kept = { tips, packs };
    }
    const entry = createEntry({ ...intent, changes: accepted, packs: kept.packs }, push, seq + 1);
    const stored = await storeEntry(deps, entry);
    if (stored === null) {
      deps.packs.note(location, entry.seq);
      continue;
    }
    const announced = deps.packs.announce(location, stored.seq);
    if (stored.push_id !== entry.push_id) return { entry: stored, refused, announced };
    if (!deps.packs.isEnabled) {
      deps.logHeads.set(location, entry.seq);
      await applyOrForget(deps, stored);
      return { entry: stored, refused };
    }
    const [isValid] = await Promise.all([isValidNumber(deps, stored), deps.packs.apply(location, stored)]);
    if (isValid) return { entry: stored, refused, announced };
    await withdrawEntry(deps, location, stored);
  }
  throw new ConflictError('409 Conflict: Resource lock');
}

/** Keeps the packs of changes; `lost` if the folder was lost meanwhile. */
async function keepUnlessLost(
  { packs }: RefLogDeps,
  { location, changes, packs: received }: RefIntent,
): Promise<KeptPack[] | undefined | 'lost'> {
  try {
    return await packs.keep(location, changes, received);
  } catch (error) {
    if (packs.isLost(location.repo)) return 'lost';
    throw error;
  }
}

/**
 * Whether the number of a stored entry was not used before. A process that was stopped for longer
 * than entries are kept may take a number whose entry was deleted in the meantime.
 */
async function isValidNumber({ refCheckpoints }: RefLogDeps, entry: RefLogEntry): Promise<boolean> {
  const checkpoint = await refCheckpoints.findById(logId(entry)).readConcern('majority').lean();
  return checkpoint === null || checkpoint.seq < entry.seq;
}

/** Deletes an entry with a number that was used before; the folder has followed a wrong log. */
async function withdrawEntry(
  { refLog, packs }: RefLogDeps,
  location: RepositoryLocation,
  { _id, push_id }: RefLogEntry,
): Promise<void> {
  await refLog.model.deleteOne({ _id, push_id });
  await packs.discard(location);
}

/** If the refs have not followed, the next writer reads the log. */
async function applyOrForget(deps: RefLogDeps, entry: RefLogEntry): Promise<void> {
  try {
    await applyEntry(deps, entry);
  } catch (error) {
    if (error instanceof UnavailableError) deps.logHeads.forget(entry);
    throw error;
  }
}

function createEntry(
  { location, changes, actor, may_be_default, push_options = [], operation_id, is_internal, packs, mark }: RefIntent,
  { push_id, refs_count, ref_type_counts }: PushIdentity,
  seq: number,
): Omit<RefLogEntry, 'version'> {
  const now = new Date();
  return {
    _id: `${logId(location)}:${seq}`,
    project_id: location.project_id,
    storage: location.storage,
    kind: location.kind,
    seq,
    push_id,
    refs_count,
    ref_type_counts,
    refs: changes.map((change) => ({
      // These ids are internal, so they need no sequence, which would cost another write for every
      // commit.
      id: randomInt(1, MAX_ID),
      ref: change.ref,
      before: change.old,
      after: change.new,
      is_first: false,
      total_commits_count: 0,
    })),
    user_id: actor.user_id,
    user_username: actor.username,
    user_name: actor.name,
    push_options,
    may_be_default,
    created_at: now,
    // Nothing has to be completed after a mark.
    ...(!mark && { open_at: now }),
    ...(mark && { mark }),
    ...(packs && { packs }),
    ...(is_internal && { is_internal }),
    ...(operation_id !== undefined && { operation_id }),
  };
}

/**
 * Stores an entry. Returns it, or the entry of an earlier attempt of the same write, or null if
 * another entry has the number. After a failure the outcome is unknown until the number is read or
 * taken: the writer gets UnavailableError, and the sweep finds the entry if it was stored.
 */
async function storeEntry(
  { refLog, logHeads }: RefLogDeps,
  entry: Omit<RefLogEntry, 'version'>,
): Promise<RefLogEntry | null> {
  try {
    return await refLog.insert(entry);
  } catch (error) {
    logHeads.forget(entry);
    // A write that failed may have been carried out, also when its repetition finds the number
    // taken.
    const found = await refLog.model.findById(entry._id).readConcern('majority').lean();
    if (found?.push_id === entry.push_id) return found;
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
