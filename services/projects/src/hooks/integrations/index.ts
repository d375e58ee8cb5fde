import { deleteProjectIntegration } from './operations/delete-project-integration';
import { getProjectIntegration } from './operations/get-project-integration';
import { listProjectIntegrations } from './operations/list-project-integrations';
import { setProjectIntegration } from './operations/set-project-integration';

export const integrationOperations = [
  deleteProjectIntegration,
  getProjectIntegration,
  listProjectIntegrations,
  setProjectIntegration,
];
