/** Writes the tree of an archive (`project.json`) as a stream. */
import { contentOf, rowsOf } from '@forgemesh/rpc';
import type { RelationRow } from '../archives/layout';
import { projectRow } from '../archives/rows/project.row';
import { attributeRows, badgeRows, memberRows, snippetRows } from '../archives/rows/own.row';
import type { ProjectDocument } from '../../projects/projects/project.model';
import type { Projects } from '../../deps';
import type { ExportDocument } from './export.model';

/** The JSON text of the tree in chunks. */
export async function* projectTree(
  deps: Projects,
  project: ProjectDocument,
  projectExport: ExportDocument,
): AsyncGenerator<Buffer> {
  const fields = JSON.stringify(projectRow(project, projectExport.description ?? project.description));
  yield Buffer.from(fields.slice(0, -1));
  let open: string | undefined;
  for await (const { relation, row } of allRows(deps, project, projectExport)) {
    const before = relation === open ? ',' : `${open === undefined ? '' : ']'},${JSON.stringify(relation)}:[`;
    open = relation;
    yield Buffer.from(before + JSON.stringify(row));
  }
  yield Buffer.from(open === undefined ? '}' : ']}');
}

async function* allRows(
  deps: Projects,
  project: ProjectDocument,
  projectExport: ExportDocument,
): AsyncGenerator<RelationRow> {
  const { _id: project_id } = project;
  const { projectRows, bundles } = deps.clients;
  yield* memberRows(deps, project_id, projectExport);
  yield* rowsOf<RelationRow>(contentOf(projectRows.exportProjectRows({ project_id })));
  yield* rowsOf<RelationRow>(contentOf(bundles.exportRepositoryRows({ project_id })));
  yield* snippetRows(deps, project_id, projectExport);
  yield* badgeRows(deps, project_id);
  yield* attributeRows(project, projectExport);
}
