import { sourceKey } from '../members/membership.model';
import type { ProjectsCall } from '../../operation';

/** What a variable may belong to. */
export type VariableOwner = 'project' | 'group' | 'instance';

/** Key of the owner that a call names, as its variables keep it. */
export function ownerKeyOf(call: ProjectsCall, owner: VariableOwner): string {
  return owner === 'instance' ? owner : sourceKey(owner, call.resource('id').id);
}
