import { createGroupVariable, createInstanceVariable, createProjectVariable } from './create-variable';
import { deleteGroupVariable, deleteInstanceVariable, deleteProjectVariable } from './delete-variable';
import { getGroupVariable, getInstanceVariable, getProjectVariable } from './get-variable';
import { listGroupVariables, listInstanceVariables, listProjectVariables } from './list-variables';
import { updateGroupVariable, updateInstanceVariable, updateProjectVariable } from './update-variable';

export const variableOperations = [
  createGroupVariable,
  createInstanceVariable,
  createProjectVariable,
  deleteGroupVariable,
  deleteInstanceVariable,
  deleteProjectVariable,
  getGroupVariable,
  getInstanceVariable,
  getProjectVariable,
  listGroupVariables,
  listInstanceVariables,
  listProjectVariables,
  updateGroupVariable,
  updateInstanceVariable,
  updateProjectVariable,
];
