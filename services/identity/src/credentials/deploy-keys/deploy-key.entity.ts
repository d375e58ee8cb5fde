/** Deploy key document -> deploy key as the API shows it. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { DeployKey, ProjectDeployKey } from '@forgemesh/proto/identity/v1/deploy_key';
import type { SshKeyDocument } from '../ssh-keys/ssh-key.model';

/** The key. */
export function presentDeployKey(key: SshKeyDocument): ResponseOf<DeployKey> {
  return {
    id: key._id,
    title: key.title,
    key: key.key,
    fingerprint: key.fingerprint,
    created_at: key.created_at.toISOString(),
  };
}

/** The key as one of its projects sees it. */
export function presentProjectDeployKey(key: SshKeyDocument, projectId: number): ResponseOf<ProjectDeployKey> {
  const link = key.projects?.find(({ project_id: id }) => id === projectId);
  return { ...presentDeployKey(key), can_push: link?.can_push ?? false };
}
