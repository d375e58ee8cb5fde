import { randomInt, randomUUID } from 'node:crypto';
import { BRANCHES, type RefUpdate } from '@forgemesh/git-engine';
import type { RepositoryLocation } from '#storage';
import type { RefChangeDocument } from './ref-change.model';
import type { RefChangesDeps } from './deps';

const MAX_ID = 2 ** 48 - 1;

/** The user who changes refs. */
export interface RefActor {
  user_id: number | null;
  username: string;
  name: string;
}

type Unversioned = Omit<RefChangeDocument, 'version'>;

/** Ref changes of one push. */
export interface RefIntent {
  location: RepositoryLocation;
  changes: readonly RefUpdate[];
  actor: RefActor;
  /** The project has no default branch yet. */
  may_be_default: boolean;
  push_options?: string[];
  /** Id of the write, for a single change: a retry gets the intent of the first attempt. */
  operation_id?: string;
}

/**
 * Records ref changes before they are made, so that the sweep can publish their events after a
 * crash. Throws UnavailableError while too many events are pending, ReadOnlyError for a locked
 * repository, and the errors of `StorageEpochs.verify`.
 */
export async function recordIntents(
  deps: RefChangesDeps,
  { location, changes, actor, ...intent }: RefIntent,
): Promise<RefChangeDocument[]> {
  deps.outbox.assertCapacity();
  deps.activity.assertWritable(location.repo);
  const now = new Date();
  const pushId = randomUUID();
  const typeCounts = countTypes(changes);
  const documents = changes.map((change) => ({
    // These ids are internal, so they need no sequence, which would cost another write for every
    // commit.
    _id: randomInt(1, MAX_ID),
    project_id: location.project_id,
    storage: location.storage,
    kind: location.kind,
    push_id: pushId,
    refs_count: changes.length,
    ref_type_count: typeCounts.get(refType(change.ref)) ?? 0,
    ref: change.ref,
    before: change.old,
    after: change.new,
    user_id: actor.user_id,
    user_username: actor.username,
    user_name: actor.name,
    push_options: intent.push_options ?? [],
    may_be_default: intent.may_be_default,
    is_first: false,
    total_commits_count: 0,
    created_at: now,
    open_at: now,
    ...(intent.operation_id !== undefined && { operation_id: intent.operation_id }),
  }));
  // At the same time, because every write waits for both.
  const [stored, verified] = await Promise.allSettled([
    storeIntents(deps, documents),
    deps.epochs.verify(location.storage),
  ]);
  if (stored.status === 'rejected') throw stored.reason;
  if (verified.status === 'fulfilled') return stored.value;
  await withdrawIntents(deps, stored.value);
  throw verified.reason;
}

/** Deletes intents whose refs were not moved. */
export async function withdrawIntents(
  { refChanges }: Pick<RefChangesDeps, 'refChanges'>,
  intents: readonly RefChangeDocument[],
): Promise<void> {
  await refChanges.model.deleteMany({ _id: { $in: intents.map(({ _id }) => _id) }, version: 1 });
}

async function storeIntents(
  { refChanges }: RefChangesDeps,
  documents: readonly Unversioned[],
): Promise<RefChangeDocument[]> {
  const [only, ...others] = documents;
  if (only && others.length === 0) return [await refChanges.insert(only)];
  const stored = documents.map((document) => ({ ...document, version: 1 }));
  // For thousands of documents, schema validation would take longer than everything else.
  await refChanges.model.insertMany(stored, { lean: true });
  return stored;
}

function countTypes(changes: readonly RefUpdate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { ref } of changes) counts.set(refType(ref), (counts.get(refType(ref)) ?? 0) + 1);
  return counts;
}

function refType(ref: string): 'branch' | 'tag' | 'other' {
  if (ref.startsWith(BRANCHES)) return 'branch';
  return ref.startsWith('refs/tags/') ? 'tag' : 'other';
}
