import { approveGroupAccessRequest, approveProjectAccessRequest } from './operations/approve-access-request';
import { createGroupAccessRequest, createProjectAccessRequest } from './operations/create-access-request';
import { deleteGroupAccessRequest, deleteProjectAccessRequest } from './operations/delete-access-request';
import { listGroupAccessRequests, listProjectAccessRequests } from './operations/list-access-requests';

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
