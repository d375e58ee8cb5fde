import { deleteProjectIntegration } from './delete-project-integration';
import { getProjectIntegration } from './get-project-integration';
import { listProjectIntegrations } from './list-project-integrations';
import { setProjectIntegration } from './set-project-integration';

export const integrationOperations = [
  deleteProjectIntegration,
  getProjectIntegration,
  listProjectIntegrations,
  setProjectIntegration,
];
