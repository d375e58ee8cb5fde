import { createGroupDeployToken, createProjectDeployToken } from './operations/create-deploy-token';
import { deleteGroupDeployToken, deleteProjectDeployToken } from './operations/delete-deploy-token';
import { getGroupDeployToken, getProjectDeployToken } from './operations/get-deploy-token';
import { listDeployTokens, listGroupDeployTokens, listProjectDeployTokens } from './operations/list-deploy-tokens';

/** The operations on deploy tokens. */
export const operations = [
  listDeployTokens,
  listProjectDeployTokens,
  getProjectDeployToken,
  createProjectDeployToken,
  deleteProjectDeployToken,
  listGroupDeployTokens,
  getGroupDeployToken,
  createGroupDeployToken,
  deleteGroupDeployToken,
];
