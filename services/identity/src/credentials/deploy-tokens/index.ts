import { createGroupDeployToken } from './operations/create-group-deploy-token';
import { createProjectDeployToken } from './operations/create-project-deploy-token';
import { deleteGroupDeployToken } from './operations/delete-group-deploy-token';
import { deleteProjectDeployToken } from './operations/delete-project-deploy-token';
import { getGroupDeployToken } from './operations/get-group-deploy-token';
import { getProjectDeployToken } from './operations/get-project-deploy-token';
import { listDeployTokens } from './operations/list-deploy-tokens';
import { listGroupDeployTokens } from './operations/list-group-deploy-tokens';
import { listProjectDeployTokens } from './operations/list-project-deploy-tokens';

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
