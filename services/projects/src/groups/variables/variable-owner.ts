import type { Call } from '@forgemesh/rpc';
import { sourceKey } from '#access/memberships';

/** Kind of owner of a variable. */
export type VariableOwner = 'project' | 'group' | 'instance';

/** Owner key of the variables of a request. */
export function ownerKeyOf(call: Call<unknown>, owner: VariableOwner): string {
  return owner === 'instance' ? owner : sourceKey(owner, call.resource('id').id);
}
