/** Presents exports. */
import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProjectExport } from '@forgemesh/proto/projects/v1/project_export';
import { fullNameOf, fullPathOf, pathIds } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { ExportDocument } from './export.model';
import type { ExportsDeps } from './deps';

/** The project fields in the responses about exports and imports. */
export async function presentProjectSummary(
  deps: Pick<ExportsDeps, 'namespaceTree'>,
  project: Pick<
    ProjectDocument,
    '_id' | 'description' | 'name' | 'path' | 'namespace_id' | 'ancestor_ids' | 'created_at'
  >,
): Promise<ResponseOf<Omit<ProjectExport, 'export_status' | '_links'>>> {
  const tree = await deps.namespaceTree.readTree(pathIds(project));
  const namespace = tree.get(project.namespace_id);
  const { _id: id, description, name, path, created_at } = project;
  return {
    id,
    description,
    name,
    name_with_namespace: namespace ? `${fullNameOf(namespace, tree)} / ${name}` : name,
    path,
    path_with_namespace: namespace ? `${fullPathOf(namespace, tree)}/${path}` : path,
    created_at: created_at.toISOString(),
  };
}

/** Presents the export state of a project. */
export async function presentExport(
  deps: ExportsDeps,
  project: ProjectDocument,
  found: ExportDocument | null,
): Promise<ResponseOf<ProjectExport>> {
  const summary = await presentProjectSummary(deps, project);
  const isAvailable = found?.status === 'finished' && !isExpired(found);
  const { urls } = deps;
  return {
    ...summary,
    export_status: isAvailable || isUnderWay(found) ? found.status : 'none',
    ...(isAvailable && {
      _links: {
        api_url: urls.api(`/projects/${project._id}/export/download`),
        web_url: urls.page(`${summary.path_with_namespace}/download_export`),
      },
    }),
  };
}

/** Whether the archive is being created or uploaded. */
function isUnderWay(found: ExportDocument | null): found is ExportDocument {
  return found?.status === 'started' || found?.status === 'after_export_action';
}

/** Whether an archive has expired. */
export function isExpired({ expires_at: at }: ExportDocument): boolean {
  return at !== null && at.getTime() <= Date.now();
}

/** An export in events. */
export function presentExportEvent(
  document: ExportDocument,
): EventEntity<'projects.export.completed'> & EventEntity<'projects.export.upload_requested'> {
  const { _id: id, project_id, user_id, status, file } = document;
  return { id, project_id, user_id, export_status: status, file: file ?? '' };
}
