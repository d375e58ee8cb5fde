/** Exports issues to archives and imports them. */
import type { UntrustedRecord } from '@forgemesh/data';
import { type IssueDocument, issueOrderKeys, popularityKey } from '#items/model';
import { itemRow, restoreItem, restoreUsers } from './item.row';
import { restoreThreads, storeThreads } from './note.row';
import type { ProjectImport } from './project-import';
import type { RelatedData } from './threads';
import { loadTitles } from './titles';

/** An issue as an archive entry. */
export function issueRow(issue: IssueDocument, related: RelatedData): object {
  const { state, confidential, due_date, weight, relative_position, assignee_ids } = issue;
  return {
    ...itemRow(issue, related),
    state,
    confidential,
    due_date,
    weight,
    relative_position,
    issue_assignees: assignee_ids.map((user_id) => ({ user_id })),
  };
}

/** Stores issues with their original numbers, and with their notes and reactions. */
export async function importIssues(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const threads = rows.map((row, at) => restoreThreads(row, { type: 'Issue', key: importer.keyAt(at) }, importer));
  const titles = await loadTitles(rows, importer);
  const issues = rows.map((row, at) => {
    const state = row.word('state', ['opened', 'closed']);
    const item = restoreItem(row, { importer, titles });
    return {
      operation_id: importer.keyAt(at),
      ...item,
      state,
      closed_at: state === 'closed' ? (item.closed_at ?? item.updated_at) : null,
      confidential: row.flag('confidential'),
      due_date: row.optionalDay('due_date'),
      weight: row.has('weight') ? row.count('weight') : null,
      relative_position: row.optionalNumber('relative_position') ?? 0,
      assignee_ids: restoreUsers(row, 'issue_assignees', importer),
      epic_id: null,
      moved_to_id: null,
      duplicated_to_id: null,
      user_agent: null,
      ip_address: null,
    };
  });
  const ids = await importer.deps.items.issues.insertMany(issues, (issue) => ({
    ...issue,
    ...issueOrderKeys(issue),
    popularity_key: popularityKey(issue, issue.upvotes),
  }));
  await importer.raise('issues', issues);
  const targets = threads.map((each, at) => ({ id: ids[at] ?? 0, threads: each }));
  await storeThreads('Issue', targets, importer);
}
