import { NotFoundError } from '@forgemesh/errors';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { requireUserNamespace } from '../../../groups/namespaces/user-namespace';
import { keepAvatar } from '../../../content/avatars/avatar';
import { operation } from '../../../operation';
import { wantedStorage } from '../../../mirrors/storage-moves/wanted-storage';
import { assertWithinLimit } from '../creation-rights';
import { makeProject } from '../new-project';
import { presentProject } from '../project.entity';
import { requireOfNew } from '../settings/required-approvals';
import { settingsOf } from '../settings/project-settings';
import { writeView } from '../view';

/** Creates a project in the namespace of a user, who counts as its creator. */
export const createProjectForUser = operation(ProjectServiceDefinition.createProjectForUser, async (request, call) => {
  const { deps, operationId } = call;
  const namespace = await requireUserNamespace(deps, request.user_id);
  if (!namespace || namespace.deleting_at) throw new NotFoundError('User');
  if (!(await deps.projects.findByOperation(operationId ?? ''))) await assertWithinLimit(deps, namespace);
  const project = await makeProject(deps, {
    namespace,
    creator: { id: request.user_id, admin: true },
    name: request.name,
    path: request.path,
    settings: settingsOf(request),
    storage: wantedStorage(call, request),
    avatar: await keepAvatar(deps, request.avatar),
    readme: request.initialize_with_readme ? { branch: request.default_branch } : undefined,
    operationId,
  });
  return presentProject(deps, await requireOfNew(call, project, request), writeView(call));
});
