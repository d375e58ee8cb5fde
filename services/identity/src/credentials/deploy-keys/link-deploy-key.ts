/**
 * Enables and disables deploy keys for projects. Each change is one update of the key's document. A
 * key without projects is deleted and is never enabled again; any call that finds an orphaned key
 * completes its removal.
 */
import { changesOf } from '@forgemesh/data';
import type { DeployKeyProject, SshKeyDocument } from '#credentials/ssh-keys';
import { isEnabledFor } from './find-deploy-key';
import type { DeployKeysDeps } from './deps';

type Deps = Pick<DeployKeysDeps, 'sshKeys'>;

/**
 * Enables a key for a project, unless it is enabled already. Returns null if the key was deleted.
 */
export async function linkDeployKey(
  deps: DeployKeysDeps,
  keyId: number,
  link: DeployKeyProject,
  actor: number,
): Promise<SshKeyDocument | null> {
  const key = await deps.sshKeys.mutate(keyId, (current) => {
    if (isOrphaned(current) || isEnabledFor(current, link.project_id)) return null;
    const { projects = [] } = current;
    const set = { projects: [...projects, link] };
    return { set, events: [{ type: 'identity.deploy_key.updated', actor, changes: changesOf({ projects }, set) }] };
  });
  if (!key || !isOrphaned(key)) return key;
  await removeOrphaned(deps, key, actor);
  return null;
}

/**
 * Disables a key for a project, and removes the key with its last project. Returns false if it was
 * not enabled.
 */
export async function unlinkDeployKey(
  deps: Deps,
  keyId: number,
  projectId: number,
  actor: number | null,
): Promise<boolean> {
  let wasOpen = false;
  const key = await deps.sshKeys.mutate(keyId, (current) => {
    wasOpen = isEnabledFor(current, projectId);
    if (!wasOpen) return null;
    const { projects = [] } = current;
    const set = { projects: projects.filter(({ project_id: id }) => id !== projectId) };
    return { set, events: [{ type: 'identity.deploy_key.updated', actor, changes: changesOf({ projects }, set) }] };
  });
  if (key && isOrphaned(key)) await removeOrphaned(deps, key, actor);
  return wasOpen;
}

/** Completes the removal of a key without projects. */
export async function removeOrphaned(deps: Deps, key: SshKeyDocument, actor: number | null): Promise<void> {
  await deps.sshKeys.remove(key, { type: 'identity.deploy_key.deleted', actor });
}

/** Whether a key is a deploy key without projects. */
export function isOrphaned({ projects }: SshKeyDocument): boolean {
  return projects?.length === 0;
}
