/** The epics of issues, as issues show them. */
import type { IssueEpic } from '@forgemesh/proto/collaboration/v1/issue';
import type { IssueDocument } from '../issues/issue.model';
import type { Collaboration } from '../service';
import type { EpicDocument } from './epic.model';
import { epicPath } from './epic-path';

/** The epics of some issues by id, with one command. */
export async function readIssueEpics(
  { epics, display }: Collaboration,
  issues: readonly Pick<IssueDocument, 'epic_id'>[],
): Promise<ReadonlyMap<number, IssueEpic>> {
  const ids = [...new Set(issues.flatMap(({ epic_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await epics.model
    .find({ _id: { $in: ids } }, { iid: 1, title: 1, group_id: 1 })
    .lean<Pick<EpicDocument, '_id' | 'iid' | 'title' | 'group_id'>[]>();
  const groups = await display.groups.find(found.map(({ group_id: id }) => id));
  return new Map(
    found.map(({ _id: id, iid, title, group_id }) => {
      const url = epicPath(groups.get(group_id)?.full_path ?? '', iid);
      return [id, { id, iid, title, url, group_id }];
    }),
  );
}
