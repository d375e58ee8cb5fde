import { NotFoundError } from '@forgemesh/errors';
import { ProjectServiceDefinition } from '@forgemesh/proto/projects/v1/project';
import { operation, type Call } from '@forgemesh/rpc';
import { storeAvatar } from '#namespaces';
import { requestedStorage } from '#projects/creation';
import { settingsOf } from '#projects/model';
import { writeView } from '#projects/presentation';
import { setRequiredApprovalsOfNewProject } from '../required-approvals';
import type { ProjectLifecycleDeps } from '../deps';

/** Creates a project in the namespace of a user, who becomes its creator. */
export const createProjectForUser = operation(
  ProjectServiceDefinition.createProjectForUser,
  async (request, call: Call<ProjectLifecycleDeps>) => {
    const { deps, operationId } = call;
    const namespace = await deps.userNamespaces.require(request.user_id);
    if (!namespace || namespace.deleting_at) throw new NotFoundError('User');
    const project = await deps.projectCreation.create({
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
    return deps.projectPresenter.presentProject(
      await setRequiredApprovalsOfNewProject(call, project, request),
      writeView(call),
    );
  },
);
