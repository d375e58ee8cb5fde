/** Exports epics to archives and imports them. */
import { searchFields, type UntrustedRecord } from '@forgemesh/data';
import { type EpicDocument, newEpicFields } from '#items/model';
import {
  countAwards,
  countNotes,
  labelRow,
  labelsByTitle,
  labelsIn,
  type RelatedData,
  type RestoredThreads,
  restoreThreads,
  storeThreads,
  titleOf,
} from '#import-export/project-rows';
import type { GroupImport } from './group-import';

const MAX_TITLE = 255;
/** Maximum depth of the epic hierarchy, as in the API. */
const MAX_DEPTH = 5;

/** An epic as an archive entry. */
export function epicRow(epic: EpicDocument, related: RelatedData): object {
  const { _id: id, iid, title, description, author_id, state, parent_id, closed_at, closed_by_id } = epic;
  const { start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed, created_at, updated_at } = epic;
  return {
    id,
    iid,
    title,
    description,
    author_id,
    author: { name: related.nameOf(author_id) ?? null },
    state,
    parent_id,
    closed_at,
    closed_by_id,
    created_at,
    updated_at,
    start_date_is_fixed,
    start_date_fixed,
    due_date_is_fixed,
    due_date_fixed,
    label_links: epic.label_ids.flatMap((labelId) => {
      const label = related.label(labelId);
      return label ? [{ label: labelRow(label, null) }] : [];
    }),
    notes: related.notesOn(id),
    award_emoji: related.awardsOf(id),
  };
}

/** Stores epics with their original numbers, and with their notes and reactions. */
export async function importEpics(rows: UntrustedRecord[], importer: GroupImport): Promise<void> {
  const restored = rows.map((row, at) => ({
    row,
    epic: restoreEpic(row, importer),
    threads: restoreThreads(row, { type: 'Epic', key: importer.keyAt(at) }, importer),
  }));
  const labels = await labelsByTitle(rows.flatMap(labelsIn), importer);
  const targets: { id: number; threads: RestoredThreads }[] = [];
  // Sequentially, because the parent epic may be in the same batch.
  for (const [at, { row, epic, threads }] of restored.entries()) {
    const foreignId = row.optionalNumber('id');
    const [id = 0] = await importer.deps.items.epics.insertMany([
      {
        operation_id: foreignId === null ? importer.keyAt(at) : importer.epicKey(foreignId),
        ...epic,
        parent_id: await parentOf(row, importer),
        label_ids: [...new Set(labelsIn(row).flatMap((label) => labels.get(titleOf(label)) ?? []))],
      },
    ]);
    targets.push({ id, threads });
  }
  await importer.raiseSequence(
    `epics/${importer.groupId}`,
    restored.map(({ epic }) => epic),
  );
  await storeThreads('Epic', targets, importer);
}

/**
 * Sets the parents of epics that were stored before their parent. Parents of which the epic is an
 * ancestor are dropped.
 */
export async function importEpicParents(rows: UntrustedRecord[], importer: GroupImport): Promise<void> {
  for (const row of rows) {
    const foreignId = row.optionalNumber('id');
    const epic =
      foreignId === null ? null : await importer.deps.items.epics.findByOperation(importer.epicKey(foreignId));
    if (epic?.parent_id !== null || epic.group_id !== importer.groupId) continue;
    const parent_id = await parentOf(row, importer, epic);
    if (parent_id !== null) await importer.deps.items.epics.mutate(epic._id, () => ({ set: { parent_id } }));
  }
}

/** The fields of an epic, except its parent. */
function restoreEpic(row: UntrustedRecord, importer: GroupImport) {
  const title = row.text('title', MAX_TITLE).trim();
  const written = row.optionalText('description');
  const description = importer.withAuthorCredit(written ?? '', row) || written;
  // Archives with a single `group.json` have the state's name as `state_id`.
  const state = row.word(row.isText('state_id') ? 'state_id' : 'state', ['opened', 'closed']);
  const times = { created_at: row.date('created_at'), updated_at: row.date('updated_at') };
  return {
    ...newEpicFields(),
    group_id: importer.groupId,
    iid: row.positive('iid'),
    title,
    description,
    ...searchFields(title, description),
    author_id: importer.userOf(row.optionalNumber('author_id')),
    state,
    user_notes_count: countNotes(row),
    upvotes: countAwards(row, 'thumbsup', importer),
    downvotes: countAwards(row, 'thumbsdown', importer),
    closed_at: state === 'closed' ? (row.optionalDate('closed_at') ?? times.updated_at) : null,
    closed_by_id: state === 'closed' ? importer.mappedUser(row.optionalNumber('closed_by_id')) : null,
    start_date_is_fixed: row.flag('start_date_is_fixed'),
    start_date_fixed: row.optionalDay('start_date_fixed'),
    due_date_is_fixed: row.flag('due_date_is_fixed'),
    due_date_fixed: row.optionalDay('due_date_fixed'),
    ...times,
  };
}

/**
 * The parent epic, if the same import stored it before in this group or an ancestor. Other parents
 * are dropped, so that epics never form a cycle; so are parents at the maximum depth.
 */
async function parentOf(row: UntrustedRecord, importer: GroupImport, epic?: EpicDocument): Promise<number | null> {
  const foreignId = row.optionalNumber('parent_id') ?? row.row('parent')?.optionalNumber('id') ?? null;
  if (foreignId === null) return null;
  const {
    items: { epics },
  } = importer.deps;
  const parent = await epics.findByOperation(importer.epicKey(foreignId));
  if (!parent || !importer.groupIds.includes(parent.group_id)) return null;
  let depth = 1 + (epic ? await heightOf(epic, importer) : 0);
  for (let one: EpicDocument | null = parent; one; depth++) {
    if (one._id === epic?._id) return null;
    one = one.parent_id === null ? null : await epics.find(one.parent_id);
  }
  return depth <= MAX_DEPTH ? parent._id : null;
}

/** Number of levels below an epic. */
async function heightOf(
  { _id }: EpicDocument,
  {
    deps: {
      items: { epics },
    },
  }: GroupImport,
): Promise<number> {
  let ids = [_id];
  for (let height = 0; ; height++) {
    ids = await epics.model.distinct('_id', { parent_id: { $in: ids } });
    if (ids.length === 0 || height > MAX_DEPTH) return height;
  }
}
