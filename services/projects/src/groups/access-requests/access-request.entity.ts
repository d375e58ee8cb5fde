import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { AccessRequest } from '@forgemesh/proto/projects/v1/access_request';
import type { AccessRequestDocument } from './access-request.model';
import type { AccessRequestsDeps } from './deps';

/** Presents access requests. Requests of deleted users are left out. */
export async function presentAccessRequests(
  deps: AccessRequestsDeps,
  requests: readonly AccessRequestDocument[],
): Promise<ResponseOf<AccessRequest>[]> {
  const users = await deps.directory.findUsers(requests.map(({ user_id }) => user_id));
  return requests.flatMap((request) => {
    const user = users.get(request.user_id);
    if (!user) return [];
    const { _id: id, name, username, state, avatar_url, web_url } = user;
    const created_at = request.created_at.toISOString();
    return [
      { id, name, username, state, avatar_url: avatar_url ?? null, web_url, created_at, requested_at: created_at },
    ];
  });
}

/** An access request in events. */
export function presentAccessRequestEvent(
  request: AccessRequestDocument,
): EventEntity<'projects.access_request.created'> {
  const { _id: id, source, user_id, created_at } = request;
  return { id, source, user_id, created_at: created_at.toISOString() };
}
