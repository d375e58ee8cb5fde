/** Positions of issues in lists that people order. */
import type { Model, QueryFilter } from 'mongoose';
import type { EntityStore } from '@forgemesh/data';
import { type IssueDocument, POSITION_STEP } from '#items/model';

/** An issue in the order. */
export type PlacedIssue = Pick<IssueDocument, '_id' | 'project_id' | 'relative_position'>;

/** The issues before and after another one. */
export interface AdjacentIssues {
  before?: PlacedIssue | undefined;
  after?: PlacedIssue | undefined;
}

/** Issues that make room when there is none between two others. */
const MAX_SHIFTED = 32;

const fields = { project_id: 1, relative_position: 1 } as const;

/**
 * Returns the position of an issue between two others; if only one is given, next to it in the
 * issue's project. Issues that follow are moved if there is no room.
 */
export async function positionBetween(
  store: EntityStore<IssueDocument>,
  issue: PlacedIssue,
  given: AdjacentIssues,
): Promise<number> {
  const { before, after } = await completeAdjacent(store.model, issue, given);
  if (before && after) {
    const middle = Math.floor((before.relative_position + after.relative_position) / 2);
    const isFree = middle > before.relative_position && middle < after.relative_position;
    return isFree ? middle : makeRoom(store, issue, before);
  }
  return before ? before.relative_position + POSITION_STEP : (after?.relative_position ?? 0) - POSITION_STEP;
}

async function completeAdjacent(
  model: Model<IssueDocument>,
  issue: PlacedIssue,
  { before, after }: AdjacentIssues,
): Promise<AdjacentIssues> {
  const others = { project_id: issue.project_id, _id: { $ne: issue._id } };
  if (before) return { before, after: after ?? (await following(model, others, before, 1))[0] };
  return after ? { before: await preceding(model, others, after), after } : {};
}

/** Moves the issues after another one away from it, and returns the position behind it. */
async function makeRoom(store: EntityStore<IssueDocument>, issue: PlacedIssue, before: PlacedIssue): Promise<number> {
  const projects = [...new Set([issue.project_id, before.project_id])];
  const others = { project_id: { $in: projects }, _id: { $ne: issue._id } };
  const found = await following(store.model, others, before, MAX_SHIFTED + 1);
  const start = before.relative_position;
  const end = found[MAX_SHIFTED]?.relative_position ?? start + POSITION_STEP * (MAX_SHIFTED + 2);
  let step = Math.floor((end - start) / (MAX_SHIFTED + 2));
  if (step < 1) {
    // Imported issues may all have the same position.
    step = POSITION_STEP;
    await store.model.updateMany(
      { ...others, ...afterIssue(found[MAX_SHIFTED - 1] ?? before) } as QueryFilter<IssueDocument>,
      { $inc: { relative_position: step * (MAX_SHIFTED + 2), version: 1 } },
    );
  }
  // The last one first, so that the order is right at any time.
  for (const [index, { _id: id }] of [...found.slice(0, MAX_SHIFTED).entries()].reverse())
    await store.mutate(id, () => ({ set: { relative_position: start + step * (index + 2) } }));
  return start + step;
}

function following(
  model: Model<IssueDocument>,
  others: object,
  before: PlacedIssue,
  limit: number,
): Promise<PlacedIssue[]> {
  const filter = { ...others, ...afterIssue(before) } as QueryFilter<IssueDocument>;
  return model
    .find(filter, fields, { sort: { relative_position: 1, _id: -1 }, limit })
    .lean<PlacedIssue[]>()
    .exec();
}

async function preceding(
  model: Model<IssueDocument>,
  others: object,
  { _id: id, relative_position: position }: PlacedIssue,
): Promise<PlacedIssue | undefined> {
  const filter = {
    ...others,
    $or: [{ relative_position: { $lt: position } }, { relative_position: position, _id: { $gt: id } }],
  } as QueryFilter<IssueDocument>;
  const [found] = await model
    .find(filter, fields, { sort: { relative_position: -1, _id: 1 }, limit: 1 })
    .lean<PlacedIssue[]>()
    .exec();
  return found;
}

/** Issues with the same position are ordered newest first. */
function afterIssue({ _id: id, relative_position: position }: PlacedIssue): object {
  return { $or: [{ relative_position: { $gt: position } }, { relative_position: position, _id: { $lt: id } }] };
}
