import type { Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import type { SshKeyDocument } from '#credentials/ssh-keys';
import type { DeployKeysDeps } from './deps';

/** Returns a deploy key of the project of a call. Throws NotFoundError. */
export async function findDeployKey(call: Call<DeployKeysDeps>, keyId: number): Promise<SshKeyDocument> {
  const key = await call.deps.sshKeys.find(keyId);
  if (!key || !isEnabledFor(key, call.resource('id').id)) throw new NotFoundError('Deploy Key');
  return key;
}

/** Whether a deploy key is enabled for a project. */
export function isEnabledFor({ projects = [] }: SshKeyDocument, projectId: number): boolean {
  return projects.some(({ project_id: id }) => id === projectId);
}
