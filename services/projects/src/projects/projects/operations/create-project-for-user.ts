import { NotFoundError } from '@forgemesh/errors';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { requireUserNamespace } from '#namespaces/user-namespace';
import { storeAvatar } from '#namespaces/avatar';
import { operation } from '#operation';
import { requestedStorage } from '../requested-storage';
import { createNewProject } from '../new-project';
import { presentProject } from '../project.entity';
import { setRequiredApprovalsOfNewProject } from '../settings/required-approvals';
import { settingsOf } from '../settings/project-settings';
import { writeView } from '../view';

/** Creates a project in the namespace of a user, who becomes its creator. */
export const createProjectForUser = operation(ProjectServiceDefinition.createProjectForUser, async (request, call) => {
  const { deps, operationId } = call;
  const namespace = await requireUserNamespace(deps, request.user_id);
  if (!namespace || namespace.deleting_at) throw new NotFoundError('User');
  const project = await createNewProject(deps, {
    namespace,
    creator: { id: request.user_id, admin: true },
    name: request.name,
    path: request.path,
    settings: settingsOf(request),
    storage: requestedStorage(call, request),
    avatar: await storeAvatar(deps, request.avatar),
    readme: request.initialize_with_readme ? { branch: request.default_branch } : undefined,
    operationId,
  });
  return presentProject(deps, await setRequiredApprovalsOfNewProject(call, project, request), writeView(call));
});
