import { idBatches } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { rowDownload, type Call, downloadOperation } from '@forgemesh/rpc';
import { GroupRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_rows';
import type { EpicDocument, ModelDeps } from '#items/model';
import { boardRows, labelRow, loadRelatedData, milestoneRow, type ProjectRowsDeps } from '#import-export/project-rows';
import { epicRow } from '../epic.row';
import type { ReferencesDeps } from '#items/references';

/** Documents per batch, each with its notes and reactions. */
const BATCH = 20;

const relations: Record<string, (deps: ProjectRowsDeps, groupId: number) => AsyncGenerator<object>> = {
  labels: labelRows,
  milestones: milestoneRows,
  boards: boardRowsOf,
  epics: epicRows,
};

/** Exports one relation of a group as archive entries. */
export const exportGroupRows = downloadOperation(
  GroupRowsServiceDefinition.exportGroupRows,
  async ({ group_id: groupId, relation }, { deps }: Call<ProjectRowsDeps>) => {
    const rows = relations[relation];
    if (!rows) throw new BadRequestError(`${relation} cannot be exported`);
    return rowDownload(rows(deps, groupId));
  },
);

async function* labelRows(
  { planning: { labels } }: Pick<ReferencesDeps, 'planning'>,
  groupId: number,
): AsyncGenerator<object> {
  for await (const batch of idBatches(labels, { group_id: groupId }, BATCH))
    for (const label of batch) yield labelRow(label, null);
}

async function* milestoneRows(
  { planning: { milestones } }: Pick<ReferencesDeps, 'planning'>,
  groupId: number,
): AsyncGenerator<object> {
  for await (const batch of idBatches(milestones, { group_id: groupId }, BATCH))
    for (const milestone of batch) yield milestoneRow(milestone);
}

async function* boardRowsOf(deps: ProjectRowsDeps, groupId: number): AsyncGenerator<object> {
  for await (const batch of idBatches(deps.boards, { group_id: groupId }, BATCH)) yield* await boardRows(deps, batch);
}

async function* epicRows(deps: ProjectRowsDeps, groupId: number): AsyncGenerator<object> {
  const ids = await idsFromTheTop(deps, groupId);
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const found = await deps.items.epics.model.find({ _id: { $in: batch } }).lean<EpicDocument[]>();
    const byId = new Map(found.map((epic) => [epic._id, epic]));
    const epics = batch.flatMap((id) => byId.get(id) ?? []);
    const related = await loadRelatedData(deps, 'Epic', epics);
    for (const epic of epics) yield epicRow(epic, related);
  }
}

/** Ids of a group's epics, parents first. */
async function idsFromTheTop({ items: { epics } }: ModelDeps, groupId: number): Promise<number[]> {
  const rows = await epics.model
    .find({ group_id: groupId }, { parent_id: 1 })
    .sort({ _id: 1 })
    .lean<Pick<EpicDocument, '_id' | 'parent_id'>[]>();
  const parents = new Map(rows.map(({ _id: id, parent_id: parent }) => [id, parent]));
  const order = new Set<number>();
  for (const { _id: id } of rows) {
    const line: number[] = [];
    let one: number | null = id;
    while (one !== null && parents.has(one) && !line.includes(one)) {
      line.push(one);
      one = parents.get(one) ?? null;
    }
    for (const next of line.reverse()) order.add(next);
  }
  return [...order];
}
