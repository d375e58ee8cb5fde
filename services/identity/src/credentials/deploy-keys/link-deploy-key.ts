/**
 * Which projects a deploy key opens. Each change is one update of the key's document. A key that
 * opens no project any more is gone: it never opens one again, and whoever meets what is left of it
 * finishes its removal.
 */
import { changesOf } from '@forgemesh/data';
import type { Identity } from '../../deps';
import type { DeployKeyProject, SshKeyDocument } from '../ssh-keys/ssh-key.model';
import { opens } from './find-deploy-key';

/** Lets a key open a project, unless it does already. Null where the key is gone. */
export async function linkDeployKey(
  deps: Identity,
  keyId: number,
  link: DeployKeyProject,
  actor: number,
): Promise<SshKeyDocument | null> {
  const key = await deps.sshKeys.mutate(keyId, (current) => {
    if (isLeftOver(current) || opens(current, link.project_id)) return null;
    const { projects = [] } = current;
    const set = { projects: [...projects, link] };
    return { set, events: [{ type: 'identity.deploy_key.updated', actor, changes: changesOf({ projects }, set) }] };
  });
  if (!key || !isLeftOver(key)) return key;
  await removeLeftOver(deps, key, actor);
  return null;
}

/**
 * Keeps a project from being opened by a key, and removes the key with its last project. False
 * where it did not open it.
 */
export async function unlinkDeployKey(
  deps: Identity,
  keyId: number,
  projectId: number,
  actor: number | null,
): Promise<boolean> {
  let wasOpen = false;
  const key = await deps.sshKeys.mutate(keyId, (current) => {
    wasOpen = opens(current, projectId);
    if (!wasOpen) return null;
    const { projects = [] } = current;
    const set = { projects: projects.filter(({ project_id: id }) => id !== projectId) };
    return { set, events: [{ type: 'identity.deploy_key.updated', actor, changes: changesOf({ projects }, set) }] };
  });
  if (key && isLeftOver(key)) await removeLeftOver(deps, key, actor);
  return wasOpen;
}

/** Finishes the removal of a key that opens no project any more. */
export async function removeLeftOver(deps: Identity, key: SshKeyDocument, actor: number | null): Promise<void> {
  await deps.sshKeys.remove(key, { type: 'identity.deploy_key.deleted', actor });
}

/** Whether a key was a deploy key and opens nothing any more. */
export function isLeftOver({ projects }: SshKeyDocument): boolean {
  return projects?.length === 0;
}
