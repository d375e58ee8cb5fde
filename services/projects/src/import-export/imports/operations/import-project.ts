import { randomUUID } from 'node:crypto';
import { OWNER } from '@forgemesh/access';
import { BadRequestError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import { type Parameters, uploadOperation, type Call } from '@forgemesh/rpc';
import { ProjectImportServiceDefinition, type ImportProjectRequest } from '@forgemesh/proto/projects/v1/project_import';
import { viewerOf } from '#access';
import { gzipped } from '#import-export/archives';
import { assertWithinRateLimit, type RateLimit } from '#access/limits';
import { type NamespaceDocument, pathIds } from '#namespaces';
import { projectNameErrors, projectPathErrors } from '#namespaces/paths';
import { type ProjectDocument, settingsErrors, settingsOf } from '#projects/model';
import { presentImport } from '../import.entity';
import type { ImportDocument } from '../import.model';
import type { ImportsDeps } from '../deps';

type Request = Parameters<ImportProjectRequest>;

const limit: RateLimit = { name: 'project_import', maxCalls: 30, spanMs: 5 * 60_000 };

/** Stores an archive and schedules its import. A retry finds the import of the first attempt. */
export const importProject = uploadOperation(
  ProjectImportServiceDefinition.importProject,
  async (request, content, call: Call<ImportsDeps>) => {
    const earlier = await call.deps.imports.findByOperation(call.operationId ?? '');
    return presentImport(call.deps, earlier ?? (await startImport(call, request, content)));
  },
);

async function startImport(
  call: Call<ImportsDeps>,
  request: Request,
  content: AsyncIterable<Uint8Array>,
): Promise<ImportDocument> {
  const { deps, principal, operationId } = call;
  if (!deps.settings.current().import_sources.includes('svc_project')) throw new ForbiddenError();
  const namespace = await namespaceOf(call, request.namespace);
  const projectImport = {
    path: request.path,
    name: request.name ?? request.override_params?.name ?? request.path,
    overrides: settingsOf(request.override_params ?? {}),
  };
  const replaced = request.overwrite ? await replacedProject(call, namespace, projectImport.path) : null;
  await assertPossible(call, namespace, { ...projectImport, replaced });
  const projectLimit = replaced ? undefined : await deps.projectCreation.readLimit(namespace);
  await assertWithinRateLimit(deps, limit, { userId: principal.id });
  const project_id = await deps.projects.nextId();
  const claim = {
    parentId: namespace._id,
    path: projectImport.path,
    kind: 'project' as const,
    targetId: project_id,
    operationId,
  };
  if (!replaced && !(await deps.projectCreation.claimPath(claim, projectLimit)))
    throw new BadRequestError('Path has already been taken');
  const file = randomUUID();
  await deps.importFiles.write(file, gzipped(content));
  const found = await deps.imports.insert({
    _id: await deps.imports.nextId(),
    ...(operationId !== undefined && { operation_id: operationId }),
    project_id,
    namespace_id: namespace._id,
    ancestor_ids: namespace.kind === 'group' ? pathIds(namespace) : [],
    ...projectImport,
    path_lower: projectImport.path.toLowerCase(),
    overwrite: replaced !== null,
    ...(request.override_params?.default_branch && { default_branch: request.override_params.default_branch }),
    user_id: principal.id,
    is_admin: principal.admin,
    storage: deps.projectCreation.pickStorage(),
    file,
    status: 'scheduled',
    error: null,
    job_due_at: new Date(),
    created_at: new Date(),
  });
  // A concurrent attempt of this write inserted its import first, so the file stored here is
  // unused.
  if (found.file !== file) await deps.importFiles.remove(file);
  return found;
}

/** The namespace of the request, or the caller's own. */
async function namespaceOf(call: Call<ImportsDeps>, ref: string | undefined): Promise<NamespaceDocument> {
  const { deps, principal } = call;
  const viewer = viewerOf(call);
  const namespace = ref
    ? await deps.namespaces.find((await deps.authorization.authorizeNamespace(viewer, ref, 'any')).id)
    : await deps.userNamespaces.require(principal.id);
  if (!namespace) throw new NotFoundError('Namespace');
  if (!(await deps.projectCreation.canCreateIn(viewer, namespace))) throw new BadRequestError('Namespace is not valid');
  return namespace;
}

/** The project to replace, if there is one. Only its owner may replace it. */
async function replacedProject(
  call: Call<ImportsDeps>,
  namespace: NamespaceDocument,
  path: string,
): Promise<ProjectDocument | null> {
  const { deps } = call;
  const filter = { namespace_id: namespace._id, path_lower: path.toLowerCase() };
  const project = await deps.projects.model.findOne(filter).lean<ProjectDocument>();
  if (project && (await deps.levels.viewerLevel(viewerOf(call), project.access_keys)) < OWNER)
    throw new BadRequestError('Path has already been taken');
  return project;
}

type ImportRequest = Pick<ImportDocument, 'path' | 'name' | 'overrides'> & { replaced: ProjectDocument | null };

/** Throws the first validation error as a string. */
async function assertPossible(
  { deps, principal }: Call<ImportsDeps>,
  namespace: NamespaceDocument,
  { path, name, overrides, replaced }: ImportRequest,
): Promise<void> {
  const { visibility } = overrides;
  const isTaken = await deps.projectCreation.isNameTaken(namespace._id, name, replaced?._id);
  const problems = {
    path: projectPathErrors(path),
    name: [...projectNameErrors(name), ...(isTaken ? ['has already been taken'] : [])],
    ...settingsErrors(overrides),
    'visibility level': visibility
      ? deps.projectCreation.visibilityErrors(visibility, { namespace, isAdmin: principal.admin })
      : [],
  };
  for (const [field, [problem]] of Object.entries(problems))
    if (problem)
      throw new BadRequestError(`${field.charAt(0).toUpperCase()}${field.slice(1).replace('_', ' ')} ${problem}`);
}
