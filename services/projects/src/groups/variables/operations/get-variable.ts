import {
  GroupVariableServiceDefinition,
  InstanceVariableServiceDefinition,
  ProjectVariableServiceDefinition,
} from '@forgemesh/proto/projects/v1/variable';
import { operation, type Call } from '@forgemesh/rpc';
import { findVariable } from '../find-variable';
import { presentVariable } from '../variable.entity';
import type { VariablesDeps } from '../deps';

/** Gets a variable of a project. */
export const getProjectVariable = operation(
  ProjectVariableServiceDefinition.getProjectVariable,
  async (request, call: Call<VariablesDeps>) => presentVariable(call, await findVariable(call, 'project', request)),
);

/** Gets a variable of a group. */
export const getGroupVariable = operation(
  GroupVariableServiceDefinition.getGroupVariable,
  async (request, call: Call<VariablesDeps>) => presentVariable(call, await findVariable(call, 'group', request)),
);

/** Gets an instance variable. */
export const getInstanceVariable = operation(
  InstanceVariableServiceDefinition.getInstanceVariable,
  async (request, call: Call<VariablesDeps>) => presentVariable(call, await findVariable(call, 'instance', request)),
);
