import { createGroupDeployToken } from './create-group-deploy-token';
import { createProjectDeployToken } from './create-project-deploy-token';
import { deleteGroupDeployToken } from './delete-group-deploy-token';
import { deleteProjectDeployToken } from './delete-project-deploy-token';
import { getGroupDeployToken } from './get-group-deploy-token';
import { getProjectDeployToken } from './get-project-deploy-token';
import { listDeployTokens } from './list-deploy-tokens';
import { listGroupDeployTokens } from './list-group-deploy-tokens';
import { listProjectDeployTokens } from './list-project-deploy-tokens';
import { onOwnerDeleted } from './on-owner-deleted';

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

/** What is done for deploy tokens when something happened. */
export const consumers = [onOwnerDeleted];
