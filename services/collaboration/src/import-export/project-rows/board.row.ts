/** Exports issue boards to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import { type BoardDocument, MAX_LISTS, type StoredList } from '#planning/boards';
import type { LabelDocument } from '#planning/labels';
import type { MilestoneDocument } from '#planning/milestones';
import { labelRow } from './label.row';
import { milestoneRow } from './milestone.row';
import type { ProjectImport } from './project-import';
import { labelsByTitle, milestonesByTitle, titleOf } from './titles';
import type { ProjectRowsDeps } from './deps';

/** Boards as archive entries. */
export async function boardRows(deps: ProjectRowsDeps, boards: readonly BoardDocument[]): Promise<object[]> {
  const scoped = boards.flatMap((board) => [board, ...board.lists]);
  const labelIds = boards.flatMap(({ label_ids: ids, lists }) => [
    ...ids,
    ...lists.flatMap(({ label_id }) => label_id ?? []),
  ]);
  const milestoneIds = scoped.flatMap(({ milestone_id: id }) => id ?? []);
  const [labels, milestones] = await Promise.all([
    deps.planning.labels.model.find({ _id: { $in: labelIds } }).lean<LabelDocument[]>(),
    deps.planning.milestones.model.find({ _id: { $in: milestoneIds } }).lean<MilestoneDocument[]>(),
  ]);
  const labelById = new Map(labels.map((label) => [label._id, labelRow(label, null)]));
  const milestoneById = new Map(milestones.map((milestone) => [milestone._id, milestoneRow(milestone)]));
  const milestoneOf = (id: number | null): object | null => (id === null ? null : (milestoneById.get(id) ?? null));
  const listRow = (list: StoredList, position: number): object => ({
    list_type: list.label_id !== null ? 'label' : list.milestone_id !== null ? 'milestone' : 'assignee',
    position,
    label: list.label_id === null ? null : (labelById.get(list.label_id) ?? null),
    milestone: milestoneOf(list.milestone_id),
    user_id: list.assignee_id,
    updated_at: list.updated_at,
  });
  return boards.map((board) => ({
    id: board._id,
    name: board.name,
    weight: board.weight,
    milestone: milestoneOf(board.milestone_id),
    labels: board.label_ids.flatMap((id) => labelById.get(id) ?? []),
    board_assignee: board.assignee_id === null ? null : { assignee_id: board.assignee_id },
    lists: board.lists.map(listRow),
    created_at: board.created_at,
    updated_at: board.updated_at,
  }));
}

/** Stores boards with their lists. Lists of users who are not mapped are dropped. */
export async function importBoards(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const lists = rows.map(listsIn);
  const labels = await labelsByTitle(
    [...rows.flatMap((row) => row.rows('labels')), ...lists.flat().flatMap((list) => list.row('label') ?? [])],
    importer,
  );
  const milestones = await milestonesByTitle(
    [...rows, ...lists.flat()].flatMap((row) => row.row('milestone') ?? []),
    importer,
  );
  const idOf = (titles: ReadonlyMap<string, number>, row: UntrustedRecord | null): number | null =>
    (row && titles.get(titleOf(row))) ?? null;
  const restoreList = (list: UntrustedRecord): Omit<StoredList, 'id'>[] => {
    const label_id = idOf(labels, list.row('label'));
    const milestone_id = label_id === null ? idOf(milestones, list.row('milestone')) : null;
    const assignee_id =
      label_id === null && milestone_id === null ? importer.mappedUser(list.optionalNumber('user_id')) : null;
    if (label_id === null && milestone_id === null && assignee_id === null) return [];
    return [{ label_id, milestone_id, assignee_id, updated_at: list.date('updated_at'), operation_id: null }];
  };
  const restored = rows.map((row, at) => ({
    operation_id: importer.keyAt(at),
    project_id: importer.owner.project_id,
    group_id: importer.owner.group_id,
    name: row.text('name', 255).trim(),
    milestone_id: idOf(milestones, row.row('milestone')),
    assignee_id: importer.mappedUser(row.row('board_assignee')?.optionalNumber('assignee_id') ?? null),
    label_ids: [...new Set(row.rows('labels').flatMap((label) => idOf(labels, label) ?? []))],
    weight: row.has('weight') ? row.count('weight') : null,
    lists: withoutRepeated((lists[at] ?? []).flatMap(restoreList)),
    move_operation_id: null,
    created_at: row.date('created_at'),
    updated_at: row.date('updated_at'),
  }));
  const count = restored.reduce((sum, board) => sum + board.lists.length, 0);
  let next = count === 0 ? 0 : await importer.deps.sequences.next('board_lists', count);
  const numbered = restored.map((board) => ({ ...board, lists: board.lists.map((list) => ({ id: next++, ...list })) }));
  await importer.deps.boards.insertMany(numbered);
}

/** The lists of a board by position; those of open and closed issues exist on every board. */
function listsIn(row: UntrustedRecord): UntrustedRecord[] {
  return row
    .rows('lists', MAX_LISTS)
    .filter((list) => !['backlog', 'closed'].includes(list.optionalText('list_type', 64) ?? ''))
    .map((list) => ({ list, position: list.optionalNumber('position') ?? MAX_LISTS }))
    .sort((one, other) => one.position - other.position)
    .map(({ list }) => list);
}

/** A board has one list for each label, milestone and user. */
function withoutRepeated(lists: Omit<StoredList, 'id'>[]): Omit<StoredList, 'id'>[] {
  const keyOf = (list: Omit<StoredList, 'id'>) => [list.label_id, list.milestone_id, list.assignee_id].join();
  return [...new Map(lists.map((list) => [keyOf(list), list])).values()];
}
