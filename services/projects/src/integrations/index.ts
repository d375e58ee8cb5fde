import { deleteProjectIntegration } from './delete-project-integration';
import { getIssueTracker } from './get-issue-tracker';
import { getProjectIntegration } from './get-project-integration';
import { listMailIntegrations } from './list-mail-integrations';
import { listProjectIntegrations } from './list-project-integrations';
import { setProjectIntegration } from './set-project-integration';

export const integrationOperations = [
  deleteProjectIntegration,
  getIssueTracker,
  getProjectIntegration,
  listMailIntegrations,
  listProjectIntegrations,
  setProjectIntegration,
];
