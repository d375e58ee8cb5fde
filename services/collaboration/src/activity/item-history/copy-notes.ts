/** Copies the notes on an item to another item. */
import { createHash } from 'node:crypto';
import { isDuplicateKey, retryWriteConflicts, searchFields } from '@forgemesh/data';
import type { AwardableType, AwardEmojiDocument } from '#discussion/award-emoji';
import { type CopiedUploads, copyUploadsOf, type TextMove, rewriteReferences } from '#items/references';
import type { NoteDocument } from '#discussion/notes';
import type { NoteableType } from '#items/model';
import type { ItemHistoryDeps } from './deps';

/** Notes per batch; limits the duration of a command. */
const BATCH = 200;
/** Earlier releases stored trigrams in notes; the model has no such field any more. */
const withoutTrigrams = { search_trigrams: 0 };
const UNIQUE_ID_LENGTH = 40;

type ItemType = Exclude<NoteableType & AwardableType, 'Snippet'>;

interface Item {
  type: ItemType;
  id: number;
}

/** The item that receives the copies, and the project they come from. */
type Destination = OwnedItem & { source_path: string; uploads: TextMove | null };

type OwnedItem = Item & { project_id: number | null; group_id: number | null };

/** The item whose notes are copied. */
type Source = Item & {
  /** Effect key of the note that is not copied. */
  except: string;
  /** Full path of the project that the notes belong to. */
  project_path: string;
  /** How attached files are copied; absent if the destination cannot have files. */
  uploads?: TextMove;
};

/**
 * Copies the notes of an item, except the one with the effect key `except`, and all reactions to
 * the item and its notes. References are rewritten so that they keep their targets. No events are
 * published. Idempotent, also when run concurrently.
 */
export async function copyNotes(deps: ItemHistoryDeps, from: Source, to: OwnedItem): Promise<void> {
  await copyAwards(deps, from.type, new Map([[from.id, to.id]]));
  for (let after = 0; ;) {
    const notes = await deps.notes.model
      .find(
        { noteable_type: from.type, noteable_id: from.id, _id: { $gt: after }, effect_key: { $ne: from.except } },
        withoutTrigrams,
      )
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean<NoteDocument[]>();
    const last = notes.at(-1);
    if (!last) return;
    const copies = await copyBatch(deps, notes, {
      ...to,
      source_path: from.project_path,
      uploads: from.uploads ?? null,
    });
    await copyAwards(deps, 'Note', copies);
    after = last._id;
  }
}

/**
 * Copies notes in order and returns the ids of the copies by the ids of the originals. If a
 * concurrent run inserts copies first, those are used and the rest is retried with new ids.
 */
async function copyBatch(
  deps: ItemHistoryDeps,
  notes: readonly NoteDocument[],
  to: Destination,
): Promise<ReadonlyMap<number, number>> {
  const { notes: store } = deps;
  const keyOf = ({ _id: id }: { _id: number }): string => `copy/${to.type}/${to.id}/${id}`;
  for (;;) {
    const done = await store.model
      .find({ effect_key: { $in: notes.map(keyOf) } }, { effect_key: 1 })
      .lean<{ _id: number; effect_key: string }[]>();
    const ids = new Map(done.map(({ _id: id, effect_key: key }) => [key, id]));
    const rest = notes.filter((note) => !ids.has(keyOf(note)));
    if (rest.length === 0) return new Map(notes.map((note) => [note._id, ids.get(keyOf(note)) ?? 0]));
    const bodies = rest.flatMap(({ body, system }) => (system ? [] : [body]));
    const uploads = to.uploads ? await copyUploadsOf(deps, bodies, to.uploads) : new Map<string, string>();
    const first = await store.nextId(rest.length);
    const copies = rest.map((note, index) => ({
      ...copyOf(note, to, uploads),
      _id: first + index,
      effect_key: keyOf(note),
    }));
    await ignoreDuplicates(() => store.insertRows(copies));
  }
}

/** The copy of a note, without the pending events and the operation id of the original. */
function copyOf(note: NoteDocument, to: Destination, uploads: CopiedUploads): NoteDocument {
  const { operation_id, outbox, outbox_at, ...fields } = note;
  void [operation_id, outbox, outbox_at];
  const body = rewriteReferences(note.body, to.source_path, uploads);
  return {
    ...fields,
    body,
    ...(!note.system && searchFields(body)),
    version: 1,
    noteable_type: to.type,
    noteable_id: to.id,
    project_id: to.project_id,
    group_id: to.group_id,
    discussion_id: discussionOf(note, to),
  };
}

/** Notes of one discussion stay together in a new discussion. */
function discussionOf({ discussion_id: id }: NoteDocument, to: Item): string {
  const digest = createHash('sha256').update(`${id}/${to.type}/${to.id}`).digest('hex');
  return digest.slice(0, UNIQUE_ID_LENGTH);
}

async function copyAwards(
  { awardEmoji: store }: ItemHistoryDeps,
  type: AwardableType,
  targets: ReadonlyMap<number, number>,
): Promise<void> {
  const awards = await store.model
    .find({ awardable_type: type, awardable_id: { $in: [...targets.keys()] } })
    .lean<AwardEmojiDocument[]>();
  if (awards.length === 0) return;
  const first = await store.nextId(awards.length);
  const copies = awards.map(({ name, user_id, created_at, updated_at, awardable_id: id }, index) => ({
    _id: first + index,
    version: 1,
    awardable_type: type,
    awardable_id: targets.get(id) ?? 0,
    name,
    user_id,
    created_at,
    updated_at,
  }));
  await ignoreDuplicates(() => retryWriteConflicts(() => store.model.insertMany(copies, { ordered: false })));
}

async function ignoreDuplicates(insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
