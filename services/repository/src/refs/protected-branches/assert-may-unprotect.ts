import { ForbiddenError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { mayUnprotect } from '#access';
import { loadEntriesForCaller } from '#refs/access-entries';
import { PAID_TIER, unprotectEntriesOf } from './protected-branch.entity';
import type { ProtectedBranchDocument } from './protected-branch.model';
import type { ProtectedBranchesDeps } from './deps';

/**
 * Throws ForbiddenError if changing or removing a protection requires higher rights than the
 * caller's.
 */
export async function assertMayUnprotect(
  call: Call<Pick<ProtectedBranchesDeps, 'clients'>>,
  document: ProtectedBranchDocument,
): Promise<void> {
  if (call.context.tier < PAID_TIER) return;
  const { level } = call.resource();
  const { id, admin } = call.principal;
  const entries = unprotectEntriesOf(document);
  const forCaller = await loadEntriesForCaller(call.deps, document.project_id, { user: { id, admin }, entries });
  if (!mayUnprotect({ level, admin }, forCaller(entries))) throw new ForbiddenError();
}
