import { createDeployment } from './create-deployment';
import { getDeployment } from './get-deployment';
import { listDeployments } from './list-deployments';
import { updateDeployment } from './update-deployment';

export const deploymentOperations = [listDeployments, getDeployment, createDeployment, updateDeployment];
