import { createProjectDeployKey } from './create-project-deploy-key';
import { deleteProjectDeployKey } from './delete-project-deploy-key';
import { enableProjectDeployKey } from './enable-project-deploy-key';
import { getProjectDeployKey } from './get-project-deploy-key';
import { listDeployKeys } from './list-deploy-keys';
import { listProjectDeployKeys } from './list-project-deploy-keys';
import { updateProjectDeployKey } from './update-project-deploy-key';

/** The operations on deploy keys. */
export const operations = [
  listDeployKeys,
  listProjectDeployKeys,
  getProjectDeployKey,
  createProjectDeployKey,
  updateProjectDeployKey,
  deleteProjectDeployKey,
  enableProjectDeployKey,
];
