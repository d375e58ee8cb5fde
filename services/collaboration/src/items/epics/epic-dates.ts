/**
 * The dates that epics inherit from the milestones of their issues, computed at each read so that
 * they follow changes of milestones.
 */
import type { MilestoneDocument } from '#planning/milestones';
import type { InheritedDates } from '#items/model';
import type { ReferencesDeps } from '#items/references';
import type { EpicViewDeps } from './deps';

type Dated = Pick<MilestoneDocument, '_id' | 'start_date' | 'due_date'>;

/** The earliest start date and the latest due date by epic, with two queries. */
export async function readInheritedDates(
  deps: EpicViewDeps,
  epicIds: readonly number[],
): Promise<ReadonlyMap<number, InheritedDates>> {
  if (epicIds.length === 0) return new Map();
  return deps.queries.epicDates.get(epicIds.join(), () => readDates(deps, epicIds));
}

async function readDates(
  { items: { issues }, planning: { milestones } }: Pick<ReferencesDeps, 'items' | 'planning'>,
  epicIds: readonly number[],
): Promise<ReadonlyMap<number, InheritedDates>> {
  const pairs = await issues.model.aggregate<{ _id: { epic_id: number; milestone_id: number } }>([
    { $match: { epic_id: { $in: [...epicIds] }, milestone_id: { $ne: null } } },
    { $group: { _id: { epic_id: '$epic_id', milestone_id: '$milestone_id' } } },
  ]);
  if (pairs.length === 0) return new Map();
  const found = await milestones.model
    .find(
      { _id: { $in: [...new Set(pairs.map(({ _id: { milestone_id: id } }) => id))] } },
      { start_date: 1, due_date: 1 },
    )
    .lean<Dated[]>();
  const byId = new Map(found.map((milestone) => [milestone._id, milestone]));
  return new Map(
    epicIds.map((epicId) => {
      const own = pairs.flatMap(({ _id: pair }) =>
        pair.epic_id === epicId ? (byId.get(pair.milestone_id) ?? []) : [],
      );
      const starts = own.flatMap(({ start_date: day }) => day ?? []).sort();
      const ends = own.flatMap(({ due_date: day }) => day ?? []).sort();
      return [epicId, { start_date: starts[0] ?? null, due_date: ends.at(-1) ?? null }];
    }),
  );
}
