import { listPage } from '@forgemesh/data';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupVariableServiceDefinition,
  InstanceVariableServiceDefinition,
  ProjectVariableServiceDefinition,
  type ListProjectVariablesRequest,
  type ListProjectVariablesResponse,
} from '@forgemesh/proto/projects/v1/variable';
import { presentVariable } from '../variable.entity';
import { ownerKeyOf, type VariableOwner } from '../variable-owner';
import type { VariablesDeps } from '../deps';

/** Lists the variables of a project. */
export const listProjectVariables = operation(
  ProjectVariableServiceDefinition.listProjectVariables,
  (request, call: Call<VariablesDeps>) => listVariables('project', request, call),
);

/** Lists the variables of a group. */
export const listGroupVariables = operation(
  GroupVariableServiceDefinition.listGroupVariables,
  (request, call: Call<VariablesDeps>) => listVariables('group', request, call),
);

/** Lists the instance variables. */
export const listInstanceVariables = operation(
  InstanceVariableServiceDefinition.listInstanceVariables,
  (request, call: Call<VariablesDeps>) => listVariables('instance', request, call),
);

async function listVariables(
  kind: VariableOwner,
  request: Pick<ListProjectVariablesRequest, 'page' | 'per_page'>,
  call: Call<VariablesDeps>,
): Promise<ResponseOf<ListProjectVariablesResponse>> {
  const { model } = call.deps.variables;
  const filter = { owner: ownerKeyOf(call, kind) };
  const variables = await listPage(call, { model, filter, sort: { _id: 1 }, request });
  return { variables: variables.map((variable) => presentVariable(call, variable)) };
}
