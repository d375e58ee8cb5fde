import { createEnvironment } from './operations/create-environment';
import { deleteEnvironment } from './operations/delete-environment';
import { getEnvironment } from './operations/get-environment';
import { listEnvironments } from './operations/list-environments';
import { stopEnvironment } from './operations/stop-environment';
import { updateEnvironment } from './operations/update-environment';

export const environmentOperations = [
  listEnvironments,
  getEnvironment,
  createEnvironment,
  updateEnvironment,
  stopEnvironment,
  deleteEnvironment,
];
