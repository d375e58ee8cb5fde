import { operation, type Call } from '@forgemesh/rpc';
import { changesOf } from '@forgemesh/data';
import { ForbiddenError, NotFoundError, ValidationError } from '@forgemesh/errors';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { titleProblems } from '#credentials/ssh-keys';
import { presentProjectDeployKey } from '../deploy-key.entity';
import { findDeployKey, isEnabledFor } from '../find-deploy-key';
import type { DeployKeysDeps } from '../deps';

/** Changes a deploy key of a project. */
export const updateProjectDeployKey = operation(
  DeployKeyServiceDefinition.updateProjectDeployKey,
  async ({ key_id: keyId, title, can_push: canPush }, call: Call<DeployKeysDeps>) => {
    const { deps, principal } = call;
    const { id: projectId } = call.resource('id');
    const problems = title === undefined ? [] : titleProblems(title);
    if (problems.length > 0) throw new ValidationError({ title: problems });
    await findDeployKey(call, keyId);
    const changed = await deps.sshKeys.mutate(keyId, (key) => {
      if (!isEnabledFor(key, projectId)) throw new NotFoundError('Deploy Key');
      const { projects = [] } = key;
      // The title is shared by all projects of the key.
      if (title !== undefined && title !== key.title && projects.length > 1 && !principal.admin)
        throw new ForbiddenError();
      const links = projects.map((link) =>
        link.project_id === projectId ? { ...link, can_push: canPush ?? link.can_push } : link,
      );
      const set = { title: title ?? key.title, projects: links };
      const changes = changesOf({ title: key.title, projects }, set);
      return { set, events: [{ type: 'identity.deploy_key.updated', actor: principal.id, changes }] };
    });
    if (!changed) throw new NotFoundError('Deploy Key');
    return presentProjectDeployKey(changed, projectId);
  },
);
