import { canReadFeature } from '@forgemesh/access';
import { ConflictError, ForbiddenError, isForgeError, NotFoundError } from '@forgemesh/errors';
import { type Parameters, operation, type Call } from '@forgemesh/rpc';
import { ForkServiceDefinition, type ForkProjectRequest } from '@forgemesh/proto/projects/v1/fork';
import { viewerOf, forkVisibilityErrors, narrower } from '#access';
import type { NamespaceDocument } from '#namespaces';
import { type ProjectDocument, type ProjectSettings, copySettings } from '#projects/model';
import { writeView } from '#projects/presentation';
import { findNetworkId } from '../fork-network';
import type { ForksDeps } from '../deps';

type Request = Parameters<ForkProjectRequest>;

/** Forks a project into the caller's namespace or the given one. */
export const forkProject = operation(ForkServiceDefinition.forkProject, async (request, call: Call<ForksDeps>) => {
  const { deps, principal, operationId } = call;
  const subject = call.resource('id');
  if (!canReadFeature(subject, 'repository')) throw new ForbiddenError();
  const source = await deps.projects.find(subject.id);
  if (!source) throw new NotFoundError('Project');
  const earlier = await deps.projects.findByOperation(operationId ?? '');
  const namespace = await targetOf(call, earlier ? String(earlier.namespace_id) : request.namespace);
  if (!earlier) await assertPossible(call, { source, namespace, visibility: request.visibility });
  const creation = deps.projectCreation.create({
    namespace,
    creator: principal,
    name: request.name || source.name,
    path: request.path || source.path,
    settings: settingsOf(request, source, namespace),
    fork: { source, network_id: await findNetworkId(deps, source) },
    operationId,
  });
  const fork = await creation.catch((error: unknown) => {
    throw refusalOf(error);
  });
  return deps.projectPresenter.presentProject(fork, writeView(call));
});

/**
 * The namespace of the request, or the caller's own. Throws NotFoundError if the caller may not
 * create projects in it.
 */
async function targetOf(call: Call<ForksDeps>, ref: string | undefined): Promise<NamespaceDocument> {
  const { deps, principal } = call;
  const viewer = viewerOf(call);
  const namespace = ref
    ? await deps.namespaces.find((await deps.authorization.authorizeNamespace(viewer, ref, 'any')).id)
    : await deps.userNamespaces.require(principal.id);
  if (!namespace || !(await deps.projectCreation.canCreateIn(viewer, namespace)))
    throw new NotFoundError('Target Namespace');
  return namespace;
}

interface Plan {
  source: ProjectDocument;
  namespace: NamespaceDocument;
  visibility: string | undefined;
}

async function assertPossible({ deps }: Call<ForksDeps>, { source, namespace, visibility }: Plan): Promise<void> {
  const tooWide = visibility
    ? forkVisibilityErrors(visibility as ProjectSettings['visibility'], source.visibility)
    : [];
  if (tooWide.length > 0) throw new ConflictError({ visibility_level: tooWide });
  const same = { forked_from_project_id: source._id, namespace_id: namespace._id };
  if (await deps.projects.model.exists(same))
    throw new ConflictError({ forked_from_project_id: ['has already been taken'] });
}

/**
 * The fork gets the settings of its source. Without a given visibility it gets the widest one that
 * source and group allow.
 */
function settingsOf(request: Request, source: ProjectDocument, namespace: NamespaceDocument): ProjectSettings {
  const widest = namespace.kind === 'group' ? narrower(source.visibility, namespace.visibility) : source.visibility;
  return {
    ...copySettings(source),
    visibility: (request.visibility as ProjectSettings['visibility'] | undefined) ?? widest,
    ...(request.description !== undefined && { description: request.description }),
  };
}

/** Validation errors of a fork are returned as conflicts with the same messages. */
function refusalOf(error: unknown): unknown {
  const isOfFields = isForgeError(error) && error.reason === 'bad_request' && typeof error.body === 'object';
  return isOfFields ? new ConflictError(error.body) : error;
}
