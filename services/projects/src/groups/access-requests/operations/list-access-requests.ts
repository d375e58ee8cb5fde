import { listPage } from '@forgemesh/data';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupAccessRequestServiceDefinition,
  ProjectAccessRequestServiceDefinition,
  type ListAccessRequestsResponse,
  type ListProjectAccessRequestsRequest,
} from '@forgemesh/proto/projects/v1/access_request';
import { sourceKey, type SourceKind } from '#access/memberships';
import { presentAccessRequests } from '../access-request.entity';
import type { AccessRequestsDeps } from '../deps';

/** Lists the access requests of a project. */
export const listProjectAccessRequests = operation(
  ProjectAccessRequestServiceDefinition.listProjectAccessRequests,
  (request, call: Call<AccessRequestsDeps>) => listAccessRequests('project', request, call),
);

/** Lists the access requests of a group. */
export const listGroupAccessRequests = operation(
  GroupAccessRequestServiceDefinition.listGroupAccessRequests,
  (request, call: Call<AccessRequestsDeps>) => listAccessRequests('group', request, call),
);

async function listAccessRequests(
  kind: SourceKind,
  request: Pick<ListProjectAccessRequestsRequest, 'page' | 'per_page'>,
  call: Call<AccessRequestsDeps>,
): Promise<ResponseOf<ListAccessRequestsResponse>> {
  const { model } = call.deps.accessRequests;
  const filter = { source: sourceKey(kind, call.resource('id').id) };
  const requests = await listPage(call, { model, filter, sort: { _id: 1 }, request });
  return { access_requests: await presentAccessRequests(call.deps, requests) };
}
