import { NotFoundError } from '@forgemesh/errors';
import type { IdentityCall } from '../../operation';
import type { SshKeyDocument } from '../ssh-keys/ssh-key.model';

/** A deploy key of the project that a call names. Throws NotFoundError. */
export async function findDeployKey(call: IdentityCall, keyId: number): Promise<SshKeyDocument> {
  const key = await call.deps.sshKeys.find(keyId);
  if (!key || !opens(key, call.resource('id').id)) throw new NotFoundError('Deploy Key');
  return key;
}

/** Whether a deploy key opens a project. */
export function opens({ projects = [] }: SshKeyDocument, projectId: number): boolean {
  return projects.some(({ project_id: id }) => id === projectId);
}
