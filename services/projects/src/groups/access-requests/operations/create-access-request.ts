import { isDuplicateKey } from '@forgemesh/data';
import { ForbiddenError, NotFoundError, ValidationError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupAccessRequestServiceDefinition,
  ProjectAccessRequestServiceDefinition,
  type AccessRequest,
} from '@forgemesh/proto/projects/v1/access_request';
import { sourceOf } from '#groups/members';
import { sourceKey, type SourceKind } from '#access/memberships';
import { presentAccessRequests } from '../access-request.entity';
import type { AccessRequestDocument } from '../access-request.model';
import { findAccessRequest } from '../find-access-request';
import type { AccessRequestsDeps } from '../deps';

/** Requests access to a project. */
export const createProjectAccessRequest = operation(
  ProjectAccessRequestServiceDefinition.createProjectAccessRequest,
  (_request, call: Call<AccessRequestsDeps>) => createAccessRequest('project', call),
);

/** Requests access to a group. */
export const createGroupAccessRequest = operation(
  GroupAccessRequestServiceDefinition.createGroupAccessRequest,
  (_request, call: Call<AccessRequestsDeps>) => createAccessRequest('group', call),
);

async function createAccessRequest(
  kind: SourceKind,
  call: Call<AccessRequestsDeps>,
): Promise<ResponseOf<AccessRequest>> {
  const { deps, operationId } = call;
  const request = (await deps.accessRequests.findByOperation(operationId ?? '')) ?? (await addRequest(kind, call));
  const [presented] = await presentAccessRequests(deps, [request]);
  if (!presented) throw new NotFoundError('User');
  return presented;
}

async function addRequest(kind: SourceKind, call: Call<AccessRequestsDeps>): Promise<AccessRequestDocument> {
  const { deps, principal, operationId } = call;
  const { key, groupIds, callerLevel } = await sourceOf(call, kind);
  if (callerLevel > 0 || !(await acceptsRequests(kind, call))) throw new ForbiddenError();
  // An open request for the project's group also covers the project.
  const groupId = kind === 'project' ? groupIds.at(-1) : undefined;
  if (groupId !== undefined && (await findAccessRequest(deps, sourceKey('group', groupId), principal.id)))
    throw new ForbiddenError();
  try {
    return await deps.accessRequests.insert(
      {
        _id: await deps.accessRequests.nextId(),
        source: key,
        user_id: principal.id,
        created_at: new Date(),
        ...(operationId !== undefined && { operation_id: operationId }),
      },
      [{ type: 'projects.access_request.created', actor: principal.id }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) throw new ValidationError({ user_id: ['already exists in source'] });
    throw error;
  }
}

async function acceptsRequests(kind: SourceKind, call: Call<AccessRequestsDeps>): Promise<boolean> {
  const { id } = call.resource('id');
  const { projects, namespaces } = call.deps;
  const found = kind === 'project' ? await projects.find(id) : await namespaces.find(id);
  return found?.request_access_enabled ?? false;
}
