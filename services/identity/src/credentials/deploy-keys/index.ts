import { createProjectDeployKey } from './operations/create-project-deploy-key';
import { deleteProjectDeployKey } from './operations/delete-project-deploy-key';
import { enableProjectDeployKey } from './operations/enable-project-deploy-key';
import { getProjectDeployKey } from './operations/get-project-deploy-key';
import { listDeployKeys } from './operations/list-deploy-keys';
import { listProjectDeployKeys } from './operations/list-project-deploy-keys';
import { updateProjectDeployKey } from './operations/update-project-deploy-key';

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
