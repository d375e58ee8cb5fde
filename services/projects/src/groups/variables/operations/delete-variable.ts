import { NotFoundError } from '@forgemesh/errors';
import {
  GroupVariableServiceDefinition,
  InstanceVariableServiceDefinition,
  ProjectVariableServiceDefinition,
} from '@forgemesh/proto/projects/v1/variable';
import { operation, type Call } from '@forgemesh/rpc';
import { findVariable, type VariableReference } from '../find-variable';
import type { VariableOwner } from '../variable-owner';
import type { VariablesDeps } from '../deps';

/** Removes a variable of a project. */
export const deleteProjectVariable = operation(
  ProjectVariableServiceDefinition.deleteProjectVariable,
  (request, call: Call<VariablesDeps>) => deleteVariable('project', request, call),
);

/** Removes a variable of a group. */
export const deleteGroupVariable = operation(
  GroupVariableServiceDefinition.deleteGroupVariable,
  (request, call: Call<VariablesDeps>) => deleteVariable('group', request, call),
);

/** Removes an instance variable. */
export const deleteInstanceVariable = operation(
  InstanceVariableServiceDefinition.deleteInstanceVariable,
  (request, call: Call<VariablesDeps>) => deleteVariable('instance', request, call),
);

async function deleteVariable(
  kind: VariableOwner,
  request: VariableReference,
  call: Call<VariablesDeps>,
): Promise<object> {
  const { deps, principal } = call;
  const variable = await findVariable(call, kind, request);
  call.assertUnmodified(variable.updated_at);
  const event = { type: 'projects.variable.deleted' as const, actor: principal.id };
  if (!(await deps.variables.remove(variable, event))) throw new NotFoundError('Variable');
  return {};
}
