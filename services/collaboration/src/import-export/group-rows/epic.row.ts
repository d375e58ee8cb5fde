/** Exports epics to archives and imports them. */
import { searchFields, type UntrustedRecord } from '@forgemesh/data';
import { newEpicFields, type EpicDocument } from '../../items/epics/epic.model';
import { labelRow, restoreLabel } from '../project-rows/label.row';
import { countAwards, countNotes, importThreads } from '../project-rows/note.row';
import type { Belongings } from '../project-rows/threads';
import type { GroupImport } from './group-import';

const MAX_TITLE = 255;
/** Maximum depth of the epic hierarchy, as in the API. */
const MAX_DEPTH = 5;

/** An epic as an archive entry. */
export function epicRow(epic: EpicDocument, belongings: Belongings): object {
  const { _id: id, iid, title, description, author_id, state, parent_id, closed_at, closed_by_id } = epic;
  const { start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed, created_at, updated_at } = epic;
  return {
    ...{ id, iid, title, description, author_id, author: { name: belongings.nameOf(author_id) ?? null } },
    ...{ state, parent_id, closed_at, closed_by_id, created_at, updated_at },
    ...{ start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed },
    label_links: epic.label_ids.flatMap((labelId) => {
      const label = belongings.label(labelId);
      return label ? [{ label: labelRow(label, null) }] : [];
    }),
    notes: belongings.notesOn(id),
    award_emoji: belongings.awardsOf(id),
  };
}

/** Stores epics with their original numbers, and with their notes and reactions. */
export async function importEpics(rows: UntrustedRecord[], of: GroupImport): Promise<void> {
  const labels = await labelsByTitle(rows.flatMap(labelsIn), of);
  const ids: number[] = [];
  const numbered: { iid: number }[] = [];
  // Sequentially, because the parent epic may be in the same batch.
  for (const [at, row] of rows.entries()) {
    const epic = { ...restoreEpic(row, of), parent_id: await parentOf(row, of) };
    const foreignId = row.optionalNumber('id');
    const operation_id = foreignId === null ? of.keyAt(at) : of.epicKey(foreignId);
    const label_ids = [...new Set(labelsIn(row).flatMap((label) => labels.get(titleOf(label)) ?? []))];
    const [id = 0] = await of.deps.epics.insertMany([{ operation_id, ...epic, label_ids }]);
    ids.push(id);
    numbered.push(epic);
  }
  await of.raiseSequence(`epics/${of.groupId}`, numbered);
  const targets = rows.map((row, at) => ({ type: 'Epic' as const, id: ids[at] ?? 0, key: of.keyAt(at), row }));
  await importThreads(targets, of);
}

/** The fields of an epic, except its parent. */
function restoreEpic(row: UntrustedRecord, of: GroupImport) {
  const title = row.text('title', MAX_TITLE).trim();
  const written = row.optionalText('description');
  const description = of.credited(written ?? '', row) || written;
  const state = row.word('state', ['opened', 'closed']);
  const times = { created_at: row.date('created_at'), updated_at: row.date('updated_at') };
  return {
    ...newEpicFields(),
    ...{ group_id: of.groupId, iid: row.positive('iid'), title, description, ...searchFields(title, description) },
    ...{ author_id: of.userOf(row.optionalNumber('author_id')), state },
    user_notes_count: countNotes(row),
    ...{ upvotes: countAwards(row, 'thumbsup', of), downvotes: countAwards(row, 'thumbsdown', of) },
    closed_at: state === 'closed' ? (row.optionalDate('closed_at') ?? times.updated_at) : null,
    closed_by_id: state === 'closed' ? of.knownUser(row.optionalNumber('closed_by_id')) : null,
    ...{ start_date_is_fixed: row.flag('start_date_is_fixed'), start_date_fixed: row.optionalDay('start_date_fixed') },
    ...{ due_date_is_fixed: row.flag('due_date_is_fixed'), due_date_fixed: row.optionalDay('due_date_fixed') },
    ...times,
  };
}

/**
 * The parent epic, if the same import stored it before in this group or an ancestor. Other parents
 * are dropped, so that epics never form a cycle; so are parents at the maximum depth.
 */
async function parentOf(row: UntrustedRecord, of: GroupImport): Promise<number | null> {
  const foreignId = row.optionalNumber('parent_id');
  if (foreignId === null) return null;
  const { epics } = of.deps;
  const parent = await epics.findByOperation(of.epicKey(foreignId));
  if (!parent || !of.groupIds.includes(parent.group_id)) return null;
  let depth = 1;
  for (let one: EpicDocument | null = parent; one; depth++)
    one = one.parent_id === null ? null : await epics.find(one.parent_id);
  return depth <= MAX_DEPTH ? parent._id : null;
}

function labelsIn(row: UntrustedRecord): UntrustedRecord[] {
  return row.rows('label_links').flatMap((link) => link.row('label') ?? []);
}

function titleOf(label: UntrustedRecord): string {
  return label.text('title', MAX_TITLE).trim();
}

/** Ids of labels by title: labels of the imported groups, or new labels of the group. */
async function labelsByTitle(rows: UntrustedRecord[], of: GroupImport): Promise<Map<string, number>> {
  const { labels } = of.deps;
  const wanted = new Map(rows.map((row) => [titleOf(row), row]));
  const filter = { project_id: null, group_id: { $in: [...of.groupIds] }, title: { $in: [...wanted.keys()] } };
  const found = await labels.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...wanted].filter(([title]) => !ids.has(title));
  const added = await labels.insertMany(
    missing.map(([title, row]) => ({ operation_id: `${of.key}/label/${title}`, ...restoreLabel(row, of) })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}
