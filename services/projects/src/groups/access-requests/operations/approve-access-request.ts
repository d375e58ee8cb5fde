import { DEVELOPER } from '@forgemesh/access';
import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupAccessRequestServiceDefinition,
  ProjectAccessRequestServiceDefinition,
  type ApproveProjectAccessRequestRequest,
} from '@forgemesh/proto/projects/v1/access_request';
import type { Member } from '@forgemesh/proto/projects/v1/member';
import { createMember } from '#groups/members';
import { sourceKey, type SourceKind } from '#access/memberships';
import { findAccessRequest } from '../find-access-request';
import type { AccessRequestsDeps } from '../deps';

/** Approves an access request of a project. */
export const approveProjectAccessRequest = operation(
  ProjectAccessRequestServiceDefinition.approveProjectAccessRequest,
  (request, call: Call<AccessRequestsDeps>) => approveAccessRequest('project', request, call),
);

/** Approves an access request of a group. */
export const approveGroupAccessRequest = operation(
  GroupAccessRequestServiceDefinition.approveGroupAccessRequest,
  (request, call: Call<AccessRequestsDeps>) => approveAccessRequest('group', request, call),
);

type Request = Pick<ApproveProjectAccessRequestRequest, 'user_id' | 'access_level'>;

/**
 * Adds the member first. If the removal of the request is interrupted, the member's event completes
 * it.
 */
async function approveAccessRequest(
  kind: SourceKind,
  request: Request,
  call: Call<AccessRequestsDeps>,
): Promise<ResponseOf<Member>> {
  const { deps, principal, operationId } = call;
  const { user_id, access_level = DEVELOPER } = request;
  const found = await findAccessRequest(deps, sourceKey(kind, call.resource('id').id), user_id);
  const isRepeated = (await deps.memberships.findByOperation(operationId ?? '')) !== null;
  if (!found && !isRepeated) throw new NotFoundError();
  const member = await createMember(kind, { user_id, access_level }, call);
  if (found) await deps.accessRequests.remove(found, { type: 'projects.access_request.deleted', actor: principal.id });
  return member;
}
