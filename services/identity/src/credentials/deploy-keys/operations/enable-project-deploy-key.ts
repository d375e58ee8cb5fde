import { operation, type Call } from '@forgemesh/rpc';
import { MAINTAINER } from '@forgemesh/access';
import { NotFoundError } from '@forgemesh/errors';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { SshKeyDocument } from '#credentials/ssh-keys';
import { presentProjectDeployKey } from '../deploy-key.entity';
import { linkDeployKey } from '../link-deploy-key';
import type { DeployKeysDeps } from '../deps';

/**
 * Enables a key of another project that the caller maintains for this project, with read access.
 */
export const enableProjectDeployKey = operation(
  DeployKeyServiceDefinition.enableProjectDeployKey,
  async ({ key_id: keyId }, call: Call<DeployKeysDeps>) => {
    const { deps, principal } = call;
    const { id: projectId } = call.resource('id');
    const key = await deps.sshKeys.find(keyId);
    if (!key || !(await maintainsOneOf(call, key))) throw new NotFoundError('Deploy Key');
    const linked = await linkDeployKey(deps, keyId, { project_id: projectId, can_push: false }, principal.id);
    if (!linked) throw new NotFoundError('Deploy Key');
    return presentProjectDeployKey(linked, projectId);
  },
);

/** Whether the caller maintains a project for which the key is enabled. */
async function maintainsOneOf(
  { deps, principal }: Call<DeployKeysDeps>,
  { projects = [] }: SshKeyDocument,
): Promise<boolean> {
  if (projects.length === 0) return false;
  const { resources } = await deps.access.authorize({
    subject: { user_id: principal.id, admin: principal.admin, external: principal.external },
    references: projects.map(({ project_id: id }) => ({
      kind: ReferenceKind.REFERENCE_KIND_PROJECT,
      ref: String(id),
    })),
  });
  return resources.some(({ found, level }) => found && level >= MAINTAINER);
}
