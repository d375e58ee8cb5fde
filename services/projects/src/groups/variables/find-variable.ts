import { ConflictError, NotFoundError } from '@forgemesh/errors';
import type { VariableFilter } from '@forgemesh/proto/projects/v1/variable';
import type { Call } from '@forgemesh/rpc';
import { ownerKeyOf, type VariableOwner } from './variable-owner';
import type { VariableDocument } from './variable.model';
import type { VariablesDeps } from './deps';

/** Key and filter that select a variable. */
export interface VariableReference {
  key: string;
  filter?: VariableFilter | undefined;
}

/**
 * The variable of a request. Throws NotFoundError, and ConflictError if several variables have the
 * key.
 */
export async function findVariable(
  call: Call<VariablesDeps>,
  kind: VariableOwner,
  { key, filter }: VariableReference,
): Promise<VariableDocument> {
  const environments = filter?.environment_scope;
  const [variable, another] = await call.deps.variables.model
    .find({
      owner: ownerKeyOf(call, kind),
      key,
      ...(environments !== undefined && { environment_scope: environments }),
    })
    .limit(2)
    .lean<VariableDocument[]>();
  if (!variable) throw new NotFoundError('Variable');
  if (another)
    throw new ConflictError(
      "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
    );
  return variable;
}
