import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { RemoteMirror } from '@forgemesh/proto/projects/v1/remote_mirror';
import { withMaskedCredentials } from '#projects/mirroring';
import type { RemoteMirrorDocument } from './remote-mirror.model';
import type { RemoteMirrorsDeps } from './deps';

/** Presents a push mirror, with masked credentials. */
export function presentRemoteMirror(
  { mirrorBox }: Pick<RemoteMirrorsDeps, 'mirrorBox'>,
  mirror: RemoteMirrorDocument,
): ResponseOf<RemoteMirror> {
  return {
    id: mirror._id,
    enabled: mirror.enabled,
    url: withMaskedCredentials(mirrorBox, mirror.url),
    update_status: mirror.update_status,
    last_update_at: mirror.last_update_at?.toISOString() ?? null,
    last_update_started_at: mirror.last_update_started_at?.toISOString() ?? null,
    last_successful_update_at: mirror.last_successful_update_at?.toISOString() ?? null,
    last_error: mirror.last_error,
    only_protected_branches: mirror.only_protected_branches,
    keep_divergent_refs: mirror.keep_divergent_refs,
  };
}

/** A push mirror in events. */
export function presentRemoteMirrorEvent(
  deps: Pick<RemoteMirrorsDeps, 'mirrorBox'>,
  mirror: RemoteMirrorDocument,
): EventEntity<'projects.remote_mirror.updated'> {
  return { ...presentRemoteMirror(deps, mirror), project_id: mirror.project_id };
}
