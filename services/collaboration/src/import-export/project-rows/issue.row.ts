/** Exports issues to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import type { IssueDocument } from '../../items/issues/issue.model';
import { issueOrderKeys, popularityKey } from '../../items/shared/lists/order-keys';
import { itemRow, placesOf, restoreItem, restoreUsers } from './item.row';
import { importThreads } from './note.row';
import type { ProjectImport } from './project-import';
import type { Belongings } from './threads';

/** An issue as an archive entry. */
export function issueRow(issue: IssueDocument, belongings: Belongings): object {
  const { state, confidential, due_date, weight, relative_position, assignee_ids } = issue;
  return {
    ...itemRow(issue, belongings),
    ...{ state, confidential, due_date, weight, relative_position },
    issue_assignees: assignee_ids.map((user_id) => ({ user_id })),
  };
}

/** Stores issues with their original numbers, and with their notes and reactions. */
export async function importIssues(rows: UntrustedRecord[], of: ProjectImport): Promise<void> {
  const places = await placesOf(rows, of);
  const issues = rows.map((row, at) => {
    const state = row.word('state', ['opened', 'closed']);
    const item = restoreItem(row, { of, places });
    return {
      operation_id: of.keyAt(at),
      ...item,
      state,
      closed_at: state === 'closed' ? (item.closed_at ?? item.updated_at) : null,
      ...{ confidential: row.flag('confidential'), due_date: row.optionalDay('due_date') },
      weight: row.has('weight') ? row.count('weight') : null,
      relative_position: row.optionalNumber('relative_position') ?? 0,
      assignee_ids: restoreUsers(row, 'issue_assignees', of),
      ...{ epic_id: null, moved_to_id: null, duplicated_to_id: null, user_agent: null, ip_address: null },
    };
  });
  const ids = await of.deps.issues.insertMany(issues, (issue) => ({
    ...issue,
    ...issueOrderKeys(issue),
    popularity_key: popularityKey(issue, issue.upvotes),
  }));
  await of.raise('issues', issues);
  const targets = rows.map((row, at) => ({ type: 'Issue' as const, id: ids[at] ?? 0, key: of.keyAt(at), row }));
  await importThreads(targets, of);
}
