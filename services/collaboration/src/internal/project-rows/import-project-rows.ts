import { UntrustedRecord, isDuplicateKey } from '@forgemesh/data';
import { BadRequestError } from '@forgemesh/errors';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import { internalOperation } from '../../operation';
import { importIssueLinks } from '../../import-export/project-rows/issue-link.row';
import { importIssues } from '../../import-export/project-rows/issue.row';
import { importLabels } from '../../import-export/project-rows/label.row';
import { importMergeRequests } from '../../import-export/project-rows/merge-request.row';
import { importMilestones } from '../../import-export/project-rows/milestone.row';
import { importThreads, restoreNote } from '../../import-export/project-rows/note.row';
import { ProjectImport } from '../../import-export/project-rows/project-import';

const relations: Record<string, (rows: UntrustedRecord[], importer: ProjectImport) => Promise<void>> = {
  labels: importLabels,
  milestones: importMilestones,
  issues: importIssues,
  issue_links: importIssueLinks,
  merge_requests: importMergeRequests,
  snippets: importSnippetThreads,
  commit_notes: importCommitNotes,
};

/** Stores rows of a project that is being imported. */
export const importProjectRows = internalOperation(
  ProjectRowsServiceDefinition.importProjectRows,
  async (request, { deps }) => {
    const { relation, offset } = request;
    const store = relations[relation];
    if (!store) throw new BadRequestError(`${relation} cannot be imported`);
    const rows = request.rows.map((row, at) => UntrustedRecord.parse(row, `${relation} ${offset + at + 1}`));
    try {
      await store(rows, new ProjectImport(deps, request));
    } catch (error) {
      if (isDuplicateKey(error)) throw new BadRequestError(`${relation} has an entry twice`);
      throw error;
    }
    return {};
  },
);

/** Stores the notes on snippets; the projects service has stored the snippets before. */
async function importSnippetThreads(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const targets = rows.map((row, at) => {
    const id = importer.snippetIds[at];
    if (id === undefined) throw new Error('missing id of an imported snippet');
    return { type: 'Snippet' as const, id, key: importer.keyAt(at), row };
  });
  await importThreads(targets, importer);
}

async function importCommitNotes(rows: UntrustedRecord[], importer: ProjectImport): Promise<void> {
  const notes = rows.map((row, at) => {
    const key = importer.keyAt(at);
    const note = restoreNote(row, { target: { type: 'Commit', id: 0, key, row }, key, importer });
    if (note.commit_id === null) throw row.problem('commit_id');
    return { operation_id: key, ...note };
  });
  await importer.deps.notes.insertMany(notes);
}
