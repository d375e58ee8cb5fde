/**
 * Exports links between issues to archives and imports them, by the numbers of both issues, which
 * stay the same.
 */
import type { UntrustedRecord } from '@forgemesh/data';
import { type IssueLinkDocument, pairOf } from '#items/issue-links';
import type { IssueDocument } from '#items/model';
import type { ProjectImport } from './project-import';
import type { ProjectRowsDeps } from './deps';

/** The links of the given issues with others of their project, each once: with its first issue. */
export async function issueLinkRows(deps: ProjectRowsDeps, issues: readonly IssueDocument[]): Promise<object[]> {
  const first = new Map(issues.map((issue) => [issue._id, issue]));
  const links = await deps.issueLinks.model
    .find({ issue_ids: { $in: [...first.keys()] } })
    .sort({ _id: 1 })
    .lean<IssueLinkDocument[]>();
  const outgoing = links.filter(({ issue_ids: [id] }) => first.has(id));
  const others = await deps.items.issues.model
    .find({ _id: { $in: outgoing.map(({ issue_ids: [, id] }) => id) } }, { project_id: 1, iid: 1 })
    .lean<Pick<IssueDocument, '_id' | 'project_id' | 'iid'>[]>();
  const second = new Map(others.map((issue) => [issue._id, issue]));
  return outgoing.flatMap(({ issue_ids: [one, other], created_at }) => {
    const [source, target] = [first.get(one), second.get(other)];
    if (!source || source.project_id !== target?.project_id) return [];
    return [{ source_iid: source.iid, target_iid: target.iid, created_at }];
  });
}

/** Stores links; links with missing issues are dropped. */
export async function importIssueLinks(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const named = rows.map((row) => [row.positive('source_iid'), row.positive('target_iid')] as const);
  const found = await importer.deps.items.issues.model
    .find({ project_id: importer.projectId, iid: { $in: named.flat() } }, { iid: 1 })
    .lean<Pick<IssueDocument, '_id' | 'iid'>[]>();
  const ids = new Map(found.map(({ _id, iid }) => [iid, _id]));
  const links = rows.flatMap((row, at) => {
    const [source, target] = (named[at] ?? []).map((iid) => ids.get(iid));
    if (source === undefined || target === undefined || source === target) return [];
    const issue_ids: [number, number] = [source, target];
    return [
      { operation_id: importer.keyAt(at), issue_ids, pair: pairOf(issue_ids), created_at: row.date('created_at') },
    ];
  });
  await importer.deps.issueLinks.insertMany(links);
}
