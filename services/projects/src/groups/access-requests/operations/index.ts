import { approveGroupAccessRequest, approveProjectAccessRequest } from './approve-access-request';
import { createGroupAccessRequest, createProjectAccessRequest } from './create-access-request';
import { deleteGroupAccessRequest, deleteProjectAccessRequest } from './delete-access-request';
import { listGroupAccessRequests, listProjectAccessRequests } from './list-access-requests';

export const accessRequestOperations = [
  approveGroupAccessRequest,
  approveProjectAccessRequest,
  createGroupAccessRequest,
  createProjectAccessRequest,
  deleteGroupAccessRequest,
  deleteProjectAccessRequest,
  listGroupAccessRequests,
  listProjectAccessRequests,
];
