import { createGroupDeployToken, createProjectDeployToken } from './create-deploy-token';
import { deleteGroupDeployToken, deleteProjectDeployToken } from './delete-deploy-token';
import { getGroupDeployToken, getProjectDeployToken } from './get-deploy-token';
import { listDeployTokens, listGroupDeployTokens, listProjectDeployTokens } from './list-deploy-tokens';

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
