import { createGroupVariable, createInstanceVariable, createProjectVariable } from './operations/create-variable';
import { deleteGroupVariable, deleteInstanceVariable, deleteProjectVariable } from './operations/delete-variable';
import { getGroupVariable, getInstanceVariable, getProjectVariable } from './operations/get-variable';
import { listGroupVariables, listInstanceVariables, listProjectVariables } from './operations/list-variables';
import { updateGroupVariable, updateInstanceVariable, updateProjectVariable } from './operations/update-variable';

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
