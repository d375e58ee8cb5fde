import { changesOf, type Change } from '@forgemesh/data';
import { entriesOf, type EventEntry, namedBy, presentEventEntry } from '#refs/access-entries';
import { branchLists, type BranchList } from './protected-branch.entity';
import type { ProtectedBranchDocument } from './protected-branch.model';

/** The fields of a protection that can change. */
export type ProtectionChange = Partial<
  Pick<ProtectedBranchDocument, BranchList | 'allow_force_push' | 'code_owner_approval_required' | 'last_entry_id'>
>;

/** The update of a protection with its event; null if nothing changes. */
export function changeProtection(
  current: ProtectedBranchDocument,
  set: ProtectionChange,
  actor: number | null,
): Change<ProtectedBranchDocument> | null {
  const next = { ...current, ...set };
  const changes = changesOf(reported(current), reported(next));
  if (Object.keys(changes).length === 0) return null;
  return {
    set: { ...set, named: namedBy(entriesOf(branchLists(next))) },
    events: [{ type: 'repository.protected_branch.updated', actor, changes }],
  };
}

/** The fields of a protection whose changes events report. */
function reported(
  document: ProtectedBranchDocument,
): Record<BranchList, EventEntry[]> & { allow_force_push: boolean; code_owner_approval_required: boolean } {
  const lists = branchLists(document);
  return {
    push_access_levels: lists.push_access_levels.map(presentEventEntry),
    merge_access_levels: lists.merge_access_levels.map(presentEventEntry),
    unprotect_access_levels: lists.unprotect_access_levels.map(presentEventEntry),
    allow_force_push: document.allow_force_push ?? false,
    code_owner_approval_required: document.code_owner_approval_required ?? false,
  };
}
