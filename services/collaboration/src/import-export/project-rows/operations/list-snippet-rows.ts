import { rowDownload, type Call, downloadOperation } from '@forgemesh/rpc';
import { ProjectRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_rows';
import type { RelationRow } from './export-project-rows';
import { threadsOn } from '../threads';
import type { ProjectRowsDeps } from '../deps';

/** Exports the notes on and reactions to snippets. */
export const listSnippetRows = downloadOperation(
  ProjectRowsServiceDefinition.listSnippetRows,
  async ({ snippet_ids: ids = [] }, { deps }: Call<ProjectRowsDeps>) => rowDownload(rowsOfSnippets(deps, ids)),
);

async function* rowsOfSnippets(deps: ProjectRowsDeps, ids: number[]): AsyncGenerator<RelationRow> {
  const threads = await threadsOn(deps, 'Snippet', ids);
  for (const id of ids) {
    const row = { id, notes: threads.notesOn(id), award_emoji: threads.awardsOf(id) };
    if (row.notes.length + row.award_emoji.length > 0) yield { relation: 'snippets', row };
  }
}
