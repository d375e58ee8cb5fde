/** Writes the tree of an archive: the attributes of the project, and a file for each relation. */
import { contentOf, rowsOf } from '@forgemesh/rpc';
import type { Pack } from 'tar-stream';
import {
  entries,
  type RelationRow,
  addSpooled,
  projectRow,
  settingsRows,
  attributeRows,
  badgeRows,
  memberRows,
  pushRuleRows,
  snippetRows,
  type Spool,
} from '#import-export/archives';
import type { ProjectDocument } from '#projects/model';
import type { ExportDocument } from '#import-export/exports';
import type { ProjectArchivesDeps } from './deps';

/** The exported project. */
export interface TreeSource {
  project: ProjectDocument;
  projectExport: ExportDocument;
  spool: Spool;
}

/** Adds the entries of the tree. */
export async function addTree(deps: ProjectArchivesDeps, tar: Pack, source: TreeSource): Promise<void> {
  const { project, projectExport, spool } = source;
  const attributes = projectRow(project, projectExport.description ?? project.description);
  tar.entry({ name: entries.tree }, `${JSON.stringify(attributes)}\n`);
  const rows = allRows(deps, source);
  try {
    let next = await rows.next();
    while (!next.done) {
      const { relation } = next.value;
      const lines = async function* (): AsyncGenerator<Buffer> {
        for (; !next.done && next.value.relation === relation; next = await rows.next())
          yield Buffer.from(`${JSON.stringify(next.value.row)}\n`);
      };
      await addSpooled(tar, spool, { name: entries.relation(relation), content: lines() });
    }
  } finally {
    await rows.return(undefined);
  }
}

/** All entries, those of a relation one after the other. */
async function* allRows(
  deps: ProjectArchivesDeps,
  { project, projectExport }: TreeSource,
): AsyncGenerator<RelationRow, undefined, undefined> {
  const { _id: project_id } = project;
  const { projectRows, bundles } = deps.clients;
  yield* settingsRows(project);
  yield* memberRows(deps, project_id, projectExport);
  yield* rowsOf<RelationRow>(contentOf(projectRows.exportProjectRows({ project_id })));
  yield* rowsOf<RelationRow>(contentOf(bundles.exportRepositoryRows({ project_id })));
  yield* snippetRows(deps, project_id, projectExport);
  yield* badgeRows(deps, project_id);
  yield* pushRuleRows(deps, project_id);
  yield* attributeRows(project, projectExport);
  return undefined;
}
