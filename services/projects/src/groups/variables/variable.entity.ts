import type { EventEntity } from '@forgemesh/events';
import type { ResponseOf } from '@forgemesh/rpc';
import type { Variable } from '@forgemesh/proto/projects/v1/variable';
import type { ProjectsCall } from '../../operation';
import type { VariableDocument } from './variable.model';

/** Licence tier from which variables of projects differ by environment. */
export const ENVIRONMENT_TIER = 1;

/** A variable as the API shows it. */
export function presentVariable({ deps, context }: ProjectsCall, variable: VariableDocument): ResponseOf<Variable> {
  const hasScope = variable.owner.startsWith('project/') && context.tier >= ENVIRONMENT_TIER;
  return {
    variable_type: variable.variable_type,
    key: variable.key,
    value: deps.variableBox.open(variable.value),
    protected: variable.protected,
    masked: variable.masked,
    ...(hasScope && { environment_scope: variable.environment_scope }),
  };
}

/** A variable as events tell of it: without its value. */
export function presentVariableEvent(variable: VariableDocument): EventEntity<'projects.variable.updated'> {
  const { owner, key, variable_type, environment_scope, protected: isProtected, masked } = variable;
  return { owner, key, variable_type, environment_scope, protected: isProtected, masked };
}
