import { ValidationError } from '@forgemesh/errors';
import { type Parameters, operation, type Call } from '@forgemesh/rpc';
import { ProjectServiceDefinition, type CreateProjectRequest } from '@forgemesh/proto/projects/v1/project';
import { labelErrors } from '#access/external-authorization';
import { viewerOf } from '#access';
import { newPullMirror } from '#projects/mirroring';
import { type NamespaceDocument, storeAvatar } from '#namespaces';
import { hasErrors, withoutEmpty } from '#namespaces/paths';
import { requestedStorage } from '#projects/creation';
import { settingsOf } from '#projects/model';
import { writeView } from '#projects/presentation';
import { setRequiredApprovalsOfNewProject } from '../required-approvals';
import type { ProjectLifecycleDeps } from '../deps';

/** Creates a project in the caller's namespace or the given one. */
export const createProject = operation(
  ProjectServiceDefinition.createProject,
  async (request, call: Call<ProjectLifecycleDeps>) => {
    const { deps, principal, operationId } = call;
    assertNoTemplate(request);
    const earlier = await deps.projects.findByOperation(operationId ?? '');
    const namespace = await namespaceOf(call, earlier?.namespace_id ?? request.namespace_id);
    const settings = settingsOf(request);
    const label = settings.external_authorization_classification_label ?? null;
    const problems = { external_authorization_classification_label: await labelErrors(deps, principal.id, label) };
    if (hasErrors(problems)) throw new ValidationError(withoutEmpty(problems));
    const project = await deps.projectCreation.create({
      namespace,
      creator: principal,
      name: request.name,
      path: request.path,
      settings,
      storage: requestedStorage(call, request),
      mirror: newPullMirror(call, request),
      avatar: await storeAvatar(deps, request.avatar),
      readme: request.initialize_with_readme ? {} : undefined,
      operationId,
    });
    return deps.projectPresenter.presentProject(
      await setRequiredApprovalsOfNewProject(call, project, request),
      writeView(call),
    );
  },
);

/**
 * Project templates are not supported. A request for one is rejected instead of creating a
 * different project.
 */
function assertNoTemplate({
  template_name = '',
  template_project_id,
}: Pick<Parameters<CreateProjectRequest>, 'template_name' | 'template_project_id'>): void {
  const errors = {
    template_name: template_name === '' ? [] : [`'${template_name}' is unknown or invalid`],
    template_project_id: template_project_id === undefined ? [] : ['is unknown or invalid'],
  };
  if (hasErrors(errors)) throw new ValidationError(withoutEmpty(errors));
}

/**
 * The namespace of the request, or the caller's own. A namespace in which the caller may not create
 * projects is treated as missing.
 */
async function namespaceOf(call: Call<ProjectLifecycleDeps>, id: number | undefined): Promise<NamespaceDocument> {
  const { deps, principal } = call;
  const namespace = id ? await deps.namespaces.find(id) : await deps.userNamespaces.require(principal.id);
  if (!namespace || !(await deps.projectCreation.canCreateIn(viewerOf(call), namespace)))
    throw new ValidationError({ namespace: ['is not valid'] });
  return namespace;
}
