/** Exports epics to archives and imports them. */
import { searchFields, type UntrustedRecord } from '@forgemesh/data';
import { newEpicFields, type EpicDocument } from '../../items/epics/epic.model';
import { labelsIn } from '../project-rows/item.row';
import { labelRow, restoreLabel } from '../project-rows/label.row';
import { countAwards, countNotes, importThreads } from '../project-rows/note.row';
import type { RelatedData } from '../project-rows/threads';
import type { GroupImport } from './group-import';

const MAX_TITLE = 255;
/** Maximum depth of the epic hierarchy, as in the API. */
const MAX_DEPTH = 5;

/** An epic as an archive entry. */
export function epicRow(epic: EpicDocument, related: RelatedData): object {
  const { _id: id, iid, title, description, author_id, state, parent_id, closed_at, closed_by_id } = epic;
  const { start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed, created_at, updated_at } = epic;
  return {
    ...{ id, iid, title, description, author_id, author: { name: related.nameOf(author_id) ?? null } },
    ...{ state, parent_id, closed_at, closed_by_id, created_at, updated_at },
    ...{ start_date_is_fixed, start_date_fixed, due_date_is_fixed, due_date_fixed },
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
  const labels = await labelsByTitle(rows.flatMap(labelsIn), importer);
  const ids: number[] = [];
  const numbered: { iid: number }[] = [];
  // Sequentially, because the parent epic may be in the same batch.
  for (const [at, row] of rows.entries()) {
    const epic = { ...restoreEpic(row, importer), parent_id: await parentOf(row, importer) };
    const foreignId = row.optionalNumber('id');
    const operation_id = foreignId === null ? importer.keyAt(at) : importer.epicKey(foreignId);
    const label_ids = [...new Set(labelsIn(row).flatMap((label) => labels.get(titleOf(label)) ?? []))];
    const [id = 0] = await importer.deps.epics.insertMany([{ operation_id, ...epic, label_ids }]);
    ids.push(id);
    numbered.push(epic);
  }
  await importer.raiseSequence(`epics/${importer.groupId}`, numbered);
  const targets = rows.map((row, at) => ({ type: 'Epic' as const, id: ids[at] ?? 0, key: importer.keyAt(at), row }));
  await importThreads(targets, importer);
}

/** The fields of an epic, except its parent. */
function restoreEpic(row: UntrustedRecord, importer: GroupImport) {
  const title = row.text('title', MAX_TITLE).trim();
  const written = row.optionalText('description');
  const description = importer.withAuthorCredit(written ?? '', row) || written;
  const state = row.word('state', ['opened', 'closed']);
  const times = { created_at: row.date('created_at'), updated_at: row.date('updated_at') };
  return {
    ...newEpicFields(),
    ...{
      group_id: importer.groupId,
      iid: row.positive('iid'),
      title,
      description,
      ...searchFields(title, description),
    },
    ...{ author_id: importer.userOf(row.optionalNumber('author_id')), state },
    user_notes_count: countNotes(row),
    ...{ upvotes: countAwards(row, 'thumbsup', importer), downvotes: countAwards(row, 'thumbsdown', importer) },
    closed_at: state === 'closed' ? (row.optionalDate('closed_at') ?? times.updated_at) : null,
    closed_by_id: state === 'closed' ? importer.mappedUser(row.optionalNumber('closed_by_id')) : null,
    ...{ start_date_is_fixed: row.flag('start_date_is_fixed'), start_date_fixed: row.optionalDay('start_date_fixed') },
    ...{ due_date_is_fixed: row.flag('due_date_is_fixed'), due_date_fixed: row.optionalDay('due_date_fixed') },
    ...times,
  };
}

/**
 * The parent epic, if the same import stored it before in this group or an ancestor. Other parents
 * are dropped, so that epics never form a cycle; so are parents at the maximum depth.
 */
async function parentOf(row: UntrustedRecord, importer: GroupImport): Promise<number | null> {
  const foreignId = row.optionalNumber('parent_id');
  if (foreignId === null) return null;
  const { epics } = importer.deps;
  const parent = await epics.findByOperation(importer.epicKey(foreignId));
  if (!parent || !importer.groupIds.includes(parent.group_id)) return null;
  let depth = 1;
  for (let one: EpicDocument | null = parent; one; depth++)
    one = one.parent_id === null ? null : await epics.find(one.parent_id);
  return depth <= MAX_DEPTH ? parent._id : null;
}

function titleOf(label: UntrustedRecord): string {
  return label.text('title', MAX_TITLE).trim();
}

/** Ids of labels by title: labels of the imported groups, or new labels of the group. */
async function labelsByTitle(rows: UntrustedRecord[], importer: GroupImport): Promise<Map<string, number>> {
  const { labels } = importer.deps;
  const requested = new Map(rows.map((row) => [titleOf(row), row]));
  const filter = { project_id: null, group_id: { $in: [...importer.groupIds] }, title: { $in: [...requested.keys()] } };
  const found = await labels.model.find(filter, { title: 1 }).lean<{ _id: number; title: string }[]>();
  const ids = new Map(found.map(({ _id, title }) => [title, _id]));
  const missing = [...requested].filter(([title]) => !ids.has(title));
  const added = await labels.insertMany(
    missing.map(([title, row]) => ({ operation_id: `${importer.key}/label/${title}`, ...restoreLabel(row, importer) })),
  );
  missing.forEach(([title], at) => ids.set(title, added[at] ?? 0));
  return ids;
}
