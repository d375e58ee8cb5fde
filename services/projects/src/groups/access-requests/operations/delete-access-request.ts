import { ForbiddenError, NotFoundError } from '@forgemesh/errors';
import {
  GroupAccessRequestServiceDefinition,
  ProjectAccessRequestServiceDefinition,
} from '@forgemesh/proto/projects/v1/access_request';
import { operation, type Call } from '@forgemesh/rpc';
import { managerLevel } from '#groups/members';
import { sourceKey, type SourceKind } from '#access/memberships';
import { findAccessRequest } from '../find-access-request';
import type { AccessRequestsDeps } from '../deps';

/** Denies or withdraws an access request of a project. */
export const deleteProjectAccessRequest = operation(
  ProjectAccessRequestServiceDefinition.deleteProjectAccessRequest,
  (request, call: Call<AccessRequestsDeps>) => deleteAccessRequest('project', request.user_id, call),
);

/** Denies or withdraws an access request of a group. */
export const deleteGroupAccessRequest = operation(
  GroupAccessRequestServiceDefinition.deleteGroupAccessRequest,
  (request, call: Call<AccessRequestsDeps>) => deleteAccessRequest('group', request.user_id, call),
);

async function deleteAccessRequest(kind: SourceKind, userId: number, call: Call<AccessRequestsDeps>): Promise<object> {
  const { deps, principal } = call;
  const { id, level } = call.resource('id');
  if (level < managerLevel[kind] && principal.id !== userId) throw new ForbiddenError();
  const found = await findAccessRequest(deps, sourceKey(kind, id), userId);
  if (!found) throw new NotFoundError();
  call.assertUnmodified(found.created_at);
  const isRemoved = await deps.accessRequests.remove(found, {
    type: 'projects.access_request.deleted',
    actor: principal.id,
  });
  if (!isRemoved) throw new NotFoundError();
  return {};
}
