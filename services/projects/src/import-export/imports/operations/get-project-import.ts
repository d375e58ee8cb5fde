import { NotFoundError } from '@forgemesh/errors';
import { ProjectImportServiceDefinition } from '@forgemesh/proto/projects/v1/project_import';
import { operation, type Call } from '@forgemesh/rpc';
import { viewerOf } from '#access';
import { presentImport, presentImported } from '../import.entity';
import type { ImportDocument } from '../import.model';
import type { ImportsDeps } from '../deps';

/** Gets the state of the import of a project. */
export const getProjectImport = operation(
  ProjectImportServiceDefinition.getProjectImport,
  async (request, call: Call<ImportsDeps>) => {
    const { deps, principal } = call;
    const { found, id, level } = await deps.authorization.authorizeProject(viewerOf(call), request.id);
    const project = found ? await deps.projects.find(id) : null;
    if (project) return presentImported(deps, project, { id: principal.id, level });
    const own = await findOwnImport(call, request.id);
    if (!own) throw new NotFoundError('Project');
    return presentImport(deps, own);
  },
);

/**
 * The caller's newest unfinished import with the given id or path of its project; administrators
 * find imports of all users.
 */
async function findOwnImport({ deps, principal }: Call<ImportsDeps>, ref: string): Promise<ImportDocument | null> {
  const target = /^\d+$/.test(ref) ? { project_id: Number(ref) } : await targetOf(deps, ref);
  if (!target) return null;
  const own: object = principal.admin ? {} : { user_id: principal.id };
  // A finished import is reported by its project instead.
  const filter: Record<string, unknown> = { ...target, ...own, status: { $ne: 'finished' } };
  return deps.imports.model.findOne(filter, undefined, { sort: { _id: -1 } }).lean<ImportDocument>();
}

async function targetOf(deps: Call<ImportsDeps>['deps'], fullPath: string): Promise<object | null> {
  const slash = fullPath.lastIndexOf('/');
  const namespace = slash > 0 ? await deps.namespaceTree.findCachedByPath(fullPath.slice(0, slash)) : null;
  return namespace && { namespace_id: namespace.node._id, path_lower: fullPath.slice(slash + 1).toLowerCase() };
}
