import { idBatches, type EntityDocument, type EntityStore } from '@forgemesh/data';
import { rowDownload, type Call, downloadOperation } from '@forgemesh/rpc';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import type { MergeRequestDocument } from '#items/model';
import { refreshMergeRequest } from '#items/merge-requests';
import { boardRows } from '../board.row';
import { issueRow } from '../issue.row';
import { issueLinkRows } from '../issue-link.row';
import { labelRow } from '../label.row';
import { mergeRequestRows } from '../merge-request.row';
import { milestoneRow } from '../milestone.row';
import { loadRelatedData, threadsOf } from '../threads';
import type { ProjectRowsDeps } from '../deps';

/** Documents per batch, each with its notes and reactions. */
const BATCH = 20;

/** Exports all relations of a project as archive entries. */
export const exportProjectRows = downloadOperation(
  ProjectRowsServiceDefinition.exportProjectRows,
  async ({ project_id }, { deps }: Call<ProjectRowsDeps>) => rowDownload(rowsOfProject(deps, project_id)),
);

/** An archive entry and the name of its relation. */
export interface RelationRow {
  relation: string;
  row: object;
}

async function* rowsOfProject(deps: ProjectRowsDeps, projectId: number): AsyncGenerator<RelationRow> {
  const own = { project_id: projectId };
  yield* named('labels', deps.planning.labels, own, async (labels) =>
    labels.map((label) => labelRow(label, projectId)),
  );
  yield* named('milestones', deps.planning.milestones, own, async (milestones) => milestones.map(milestoneRow));
  yield* named('boards', deps.boards, own, (boards) => boardRows(deps, boards));
  yield* named('issues', deps.items.issues, own, async (issues) => {
    const related = await loadRelatedData(deps, 'Issue', issues);
    return issues.map((issue) => issueRow(issue, related));
  });
  yield* named('issue_links', deps.items.issues, own, (issues) => issueLinkRows(deps, issues));
  yield* named('merge_requests', deps.items.mergeRequests, own, async (requests) =>
    mergeRequestRows(deps, await Promise.all(requests.map((request) => refreshIfOpen(deps, request)))),
  );
  yield* named('commit_notes', deps.notes, { ...own, noteable_type: 'Commit' }, async (notes) => {
    const threads = await threadsOf(deps, notes);
    return notes.map((note) => threads.row(note));
  });
}

/** A merge request, refreshed from its branches if it is open. */
async function refreshIfOpen(deps: ProjectRowsDeps, request: MergeRequestDocument): Promise<MergeRequestDocument> {
  return request.state === 'opened' ? (await refreshMergeRequest(deps, request, { actor: null })).request : request;
}

async function* named<T extends EntityDocument>(
  relation: string,
  store: EntityStore<T>,
  filter: object,
  rowsOf: (documents: T[]) => Promise<object[]>,
): AsyncGenerator<RelationRow> {
  for await (const documents of idBatches(store, filter, BATCH))
    for (const row of await rowsOf(documents)) yield { relation, row };
}
