import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { type ResponseOf, operation, type Call } from '@forgemesh/rpc';
import {
  GroupVariableServiceDefinition,
  InstanceVariableServiceDefinition,
  ProjectVariableServiceDefinition,
  type UpdateProjectVariableRequest,
  type Variable,
} from '@forgemesh/proto/projects/v1/variable';
import { findVariable } from '../find-variable';
import { assertValidVariable, keyTakenError } from '../variable-checks';
import { ENVIRONMENT_TIER, presentVariable } from '../variable.entity';
import type { VariableOwner } from '../variable-owner';
import type { VariableDocument } from '../variable.model';
import type { VariablesDeps } from '../deps';

/** Changes a variable of a project. */
export const updateProjectVariable = operation(
  ProjectVariableServiceDefinition.updateProjectVariable,
  (request, call: Call<VariablesDeps>) => updateVariable('project', request, call),
);

/** Changes a variable of a group. */
export const updateGroupVariable = operation(
  GroupVariableServiceDefinition.updateGroupVariable,
  (request, call: Call<VariablesDeps>) => updateVariable('group', request, call),
);

/** Changes an instance variable. */
export const updateInstanceVariable = operation(
  InstanceVariableServiceDefinition.updateInstanceVariable,
  (request, call: Call<VariablesDeps>) => updateVariable('instance', request, call),
);

type Request = Omit<UpdateProjectVariableRequest, 'id'>;
type Settings = Required<
  Pick<VariableDocument, 'variable_type' | 'protected' | 'masked' | 'raw' | 'environment_scope'>
>;

async function updateVariable(
  kind: VariableOwner,
  request: Request,
  call: Call<VariablesDeps>,
): Promise<ResponseOf<Variable>> {
  const { deps, principal } = call;
  const variable = await findVariable(call, kind, request);
  const settings = settingsOf(request, call);
  try {
    const changed = await deps.variables.mutate(variable._id, (current) => {
      const before = deps.variableBox.open(current.value);
      const value = request.value ?? before;
      assertValidVariable({ ...current, ...settings, value });
      const changes = changesOf<Settings>({ ...current, raw: current.raw ?? false }, settings);
      if (value === before && Object.keys(changes).length === 0) return null;
      return {
        set: { ...settings, value: deps.variableBox.seal(value), updated_at: new Date() },
        events: [{ type: 'projects.variable.updated', actor: principal.id, changes }],
      };
    });
    if (!changed) throw new NotFoundError('Variable');
    return presentVariable(call, changed);
  } catch (error) {
    throw isDuplicateKey(error) ? keyTakenError(variable.key) : error;
  }
}

/** The fields that a request sets, without the value. */
function settingsOf(request: Request, { context }: Call<unknown>): Partial<Settings> {
  const { variable_type: type, protected: isProtected, masked, raw, environment_scope: environments } = request;
  return {
    ...(type !== undefined && { variable_type: type as Settings['variable_type'] }),
    ...(isProtected !== undefined && { protected: isProtected }),
    ...(masked !== undefined && { masked }),
    ...(raw !== undefined && { raw }),
    ...(environments !== undefined && context.tier >= ENVIRONMENT_TIER && { environment_scope: environments }),
  };
}
