import { type Call, internalOperation } from '@forgemesh/rpc';
import { importRows, type UntrustedRecord } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import {
  importBoards,
  importIssueLinks,
  importIssues,
  importLabels,
  importMergeRequests,
  importMilestones,
  ProjectImport,
  type ProjectRowsDeps,
  restoreNote,
  restoreThreads,
  storeThreads,
} from '#import-export/project-rows';

const relations: Record<string, (rows: UntrustedRecord[], importer: ProjectImport) => Promise<void>> = {
  labels: importLabels,
  milestones: importMilestones,
  boards: importBoards,
  issues: importIssues,
  issue_links: importIssueLinks,
  merge_requests: importMergeRequests,
  snippets: importSnippetThreads,
  commit_notes: importCommitNotes,
};

/** Stores rows of a project that is being imported. */
export const importProjectRows = internalOperation(
  ProjectRowsServiceDefinition.importProjectRows,
  async (request, { deps }: Call<ProjectRowsDeps>) => {
    const { relation, offset, snippet_ids } = request;
    const store = relations[relation];
    if (!store) throw new BadRequestError(`${relation} cannot be imported`);
    const failures = await importRows(request, (rows, from) => {
      const part = { ...request, offset: offset + from, snippet_ids: snippet_ids.slice(from, from + rows.length) };
      return store(rows, new ProjectImport(deps, part));
    });
    return { failures };
  },
);

/** Stores the notes on snippets; the projects service has stored the snippets before. */
async function importSnippetThreads(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const targets = rows.map((row, at) => {
    const id = importer.snippetIds[at];
    if (id === undefined) throw new Error('missing id of an imported snippet');
    return { id, threads: restoreThreads(row, { type: 'Snippet', key: importer.keyAt(at) }, importer) };
  });
  await storeThreads('Snippet', targets, importer);
}

async function importCommitNotes(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const notes = rows.map((row, at) => {
    const key = importer.keyAt(at);
    const note = restoreNote(row, { type: 'Commit', key }, importer);
    if (note.commit_id === null) throw row.problem('commit_id');
    return { operation_id: key, noteable_id: 0, ...note };
  });
  await importer.deps.notes.insertMany(notes);
}
