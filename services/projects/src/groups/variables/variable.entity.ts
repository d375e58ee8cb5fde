import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Variable } from '@forgemesh/proto/projects/v1/variable';
import type { VariableDocument } from './variable.model';
import type { VariablesDeps } from './deps';

/** Minimum license tier for environment scopes of project variables. */
export const ENVIRONMENT_TIER = 1;

/** Presents a variable. */
export function presentVariable(
  { deps, context }: Call<VariablesDeps>,
  variable: VariableDocument,
): ResponseOf<Variable> {
  const hasScope = variable.owner.startsWith('project/') && context.tier >= ENVIRONMENT_TIER;
  return {
    variable_type: variable.variable_type,
    key: variable.key,
    value: deps.variableBox.open(variable.value),
    protected: variable.protected,
    masked: variable.masked,
    raw: variable.raw ?? false,
    ...(hasScope && { environment_scope: variable.environment_scope }),
  };
}

/** A variable in events, without its value. */
export function presentVariableEvent(variable: VariableDocument): EventEntity<'projects.variable.updated'> {
  const { owner, key, variable_type, environment_scope, protected: isProtected, masked, raw = false } = variable;
  return { owner, key, variable_type, environment_scope, protected: isProtected, masked, raw };
}
