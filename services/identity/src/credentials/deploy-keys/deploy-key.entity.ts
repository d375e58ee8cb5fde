/** Presents deploy key documents in the API. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { DeployKey, ProjectDeployKey } from '@forgemesh/proto/identity/v1/deploy_key';
import type { SshKeyDocument } from '#credentials/ssh-keys';

/** Presents a deploy key. */
export function presentDeployKey(key: SshKeyDocument): ResponseOf<DeployKey> {
  return {
    id: key._id,
    title: key.title,
    key: key.key,
    fingerprint: key.fingerprint,
    created_at: key.created_at.toISOString(),
  };
}

/** Presents a deploy key in the context of one of its projects. */
export function presentProjectDeployKey(key: SshKeyDocument, projectId: number): ResponseOf<ProjectDeployKey> {
  const link = key.projects?.find(({ project_id: id }) => id === projectId);
  return { ...presentDeployKey(key), can_push: link?.can_push ?? false };
}
