import { createDeployment } from './operations/create-deployment';
import { getDeployment } from './operations/get-deployment';
import { listDeployments } from './operations/list-deployments';
import { updateDeployment } from './operations/update-deployment';

export const deploymentOperations = [listDeployments, getDeployment, createDeployment, updateDeployment];
