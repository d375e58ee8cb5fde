import { createEnvironment } from './create-environment';
import { deleteEnvironment } from './delete-environment';
import { getEnvironment } from './get-environment';
import { listEnvironments } from './list-environments';
import { stopEnvironment } from './stop-environment';
import { updateEnvironment } from './update-environment';

export const environmentOperations = [
  listEnvironments,
  getEnvironment,
  createEnvironment,
  updateEnvironment,
  stopEnvironment,
  deleteEnvironment,
];
