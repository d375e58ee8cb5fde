import { isDuplicateKey } from '@forgemesh/data';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupVariableServiceDefinition,
  InstanceVariableServiceDefinition,
  ProjectVariableServiceDefinition,
  type CreateProjectVariableRequest,
  type Variable,
} from '@forgemesh/proto/projects/v1/variable';
import { assertValidVariable, keyTakenError } from '../variable-checks';
import { ENVIRONMENT_TIER, presentVariable } from '../variable.entity';
import { ownerKeyOf, type VariableOwner } from '../variable-owner';
import type { VariableDocument } from '../variable.model';
import type { VariablesDeps } from '../deps';

/** Adds a variable to a project. */
export const createProjectVariable = operation(
  ProjectVariableServiceDefinition.createProjectVariable,
  (request, call: Call<VariablesDeps>) => createVariable('project', request, call),
);

/** Adds a variable to a group. */
export const createGroupVariable = operation(
  GroupVariableServiceDefinition.createGroupVariable,
  (request, call: Call<VariablesDeps>) => createVariable('group', request, call),
);

/** Adds an instance variable. */
export const createInstanceVariable = operation(
  InstanceVariableServiceDefinition.createInstanceVariable,
  (request, call: Call<VariablesDeps>) => createVariable('instance', request, call),
);

type Request = Omit<CreateProjectVariableRequest, 'id'>;

async function createVariable(
  kind: VariableOwner,
  request: Request,
  call: Call<VariablesDeps>,
): Promise<ResponseOf<Variable>> {
  const { key, value, masked = false, environment_scope: requested = '*' } = request;
  const environments = call.context.tier >= ENVIRONMENT_TIER ? requested : '*';
  assertValidVariable({ key, value, masked, environment_scope: environments });
  try {
    return presentVariable(call, await addVariable(kind, { ...request, environment_scope: environments }, call));
  } catch (error) {
    throw isDuplicateKey(error) ? keyTakenError(key) : error;
  }
}

async function addVariable(
  kind: VariableOwner,
  request: Request,
  call: Call<VariablesDeps>,
): Promise<VariableDocument> {
  const { deps, principal, operationId } = call;
  const now = new Date();
  return deps.variables.insert(
    {
      _id: await deps.variables.nextId(),
      owner: ownerKeyOf(call, kind),
      key: request.key,
      environment_scope: request.environment_scope ?? '*',
      variable_type: (request.variable_type ?? 'env_var') as VariableDocument['variable_type'],
      value: deps.variableBox.seal(request.value),
      protected: request.protected ?? deps.settings.current().protected_ci_variables,
      masked: request.masked ?? false,
      raw: request.raw ?? false,
      created_at: now,
      updated_at: now,
      operation_id: operationId,
    },
    [{ type: 'projects.variable.created', actor: principal.id }],
  );
}
