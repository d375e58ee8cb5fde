/** The epics of issues, as presented within issues. */
import type { IssueEpic } from '@forgemesh/proto/collaboration/v1/issue';
import { type EpicDocument, type IssueDocument, listedItem } from '#items/model';
import { byId } from '#queries';
import type { SharedDeps } from './deps';

/** The epics of issues by id, with one query. */
export async function readIssueEpics(
  deps: SharedDeps,
  issues: readonly Pick<IssueDocument, 'epic_id'>[],
): Promise<ReadonlyMap<number, IssueEpic>> {
  const ids = [...new Set(issues.flatMap(({ epic_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const found = [...(await loadCachedEpics(deps, ids)).values()];
  const groups = await deps.display.groups.find(found.map(({ group_id: id }) => id));
  return new Map(
    found.map(({ _id: id, iid, title, group_id }) => {
      const url = epicPath(groups.get(group_id)?.full_path ?? '', iid);
      return [id, { id, iid, title, url, group_id }];
    }),
  );
}

/** Epics by id, for display. */
export function loadCachedEpics(deps: SharedDeps, ids: readonly number[]): Promise<ReadonlyMap<number, EpicDocument>> {
  return deps.queries.epics.getAll(ids, async (missing) =>
    byId(await deps.items.epics.model.find({ _id: { $in: missing } }, listedItem).lean<EpicDocument[]>()),
  );
}

/** Path of an epic's page, relative to the URL of the instance. */
function epicPath(groupPath: string, iid: number): string {
  return `/groups/${groupPath}/-/epics/${iid}`;
}
