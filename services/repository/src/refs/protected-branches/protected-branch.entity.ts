/** Presents protected branches in the API. */
import type { EventEntity } from '@forgemesh/events';
import { MAX_TIER, MAINTAINER } from '@forgemesh/access';
import type { ResponseOf } from '@forgemesh/rpc';
import type { ProtectedBranch } from '@forgemesh/proto/repository/v1/protected_branch';
import {
  type AccessEntry,
  entriesOf,
  type EntryNames,
  loadEntryNames,
  NO_NAMES,
  type NumberedEntry,
  numberEntries,
  presentEntry,
} from '#refs/access-entries';
import type { ProtectedBranchDocument } from './protected-branch.model';
import type { ProtectedBranchesDeps } from './deps';

type Deps = Pick<ProtectedBranchesDeps, 'clients' | 'users'>;

/** License tier from which users, groups and code owners are available. */
export const PAID_TIER = 1;

/** The lists of entries of a protected branch. */
export type BranchList = 'push_access_levels' | 'merge_access_levels' | 'unprotect_access_levels';

/** Presents protected branches and wildcards. */
export async function presentProtectedBranches(
  deps: Deps,
  documents: readonly ProtectedBranchDocument[],
  tier: number = MAX_TIER,
): Promise<ResponseOf<ProtectedBranch>[]> {
  const entries = documents.flatMap((document) => entriesOf(branchLists(document)));
  const names = await loadEntryNames(deps, entries);
  return documents.map((document) => present(document, names, tier));
}

/** Presents one protected branch or wildcard. */
export async function presentProtectedBranch(
  deps: Deps,
  document: ProtectedBranchDocument,
  tier: number,
): Promise<ResponseOf<ProtectedBranch>> {
  const [presented] = await presentProtectedBranches(deps, [document], tier);
  return presented as ResponseOf<ProtectedBranch>;
}

/** Presents a protection in events. */
export function presentProtectedBranchEvent(
  document: ProtectedBranchDocument,
): EventEntity<'repository.protected_branch.updated'> {
  return { ...present(document, NO_NAMES, MAX_TIER), project_id: document.project_id };
}

/** The entries of a protection with their numbers. */
export function branchLists(document: ProtectedBranchDocument): Record<BranchList, NumberedEntry[]> {
  return numberEntries({
    push_access_levels: document.push_access_levels,
    merge_access_levels: document.merge_access_levels,
    unprotect_access_levels: unprotectEntriesOf(document),
  });
}

/** Entries that may remove a protection; default: maintainers. */
export function unprotectEntriesOf({ unprotect_access_levels: entries }: ProtectedBranchDocument): AccessEntry[] {
  return entries && entries.length > 0 ? entries : [{ access_level: MAINTAINER }];
}

/** A protected branch or wildcard; some fields depend on the license tier. */
function present(document: ProtectedBranchDocument, names: EntryNames, tier: number): ResponseOf<ProtectedBranch> {
  const lists = branchLists(document);
  const common = {
    name: document.name,
    push_access_levels: lists.push_access_levels.map((entry) => presentEntry(entry, names)),
    merge_access_levels: lists.merge_access_levels.map((entry) => presentEntry(entry, names)),
    allow_force_push: document.allow_force_push ?? false,
  };
  // Responses of a lower tier omit fields, which the message type cannot express.
  if (tier < PAID_TIER) return common as ResponseOf<ProtectedBranch>;
  return {
    id: document._id,
    ...common,
    unprotect_access_levels: lists.unprotect_access_levels.map((entry) => presentEntry(entry, names)),
    code_owner_approval_required: document.code_owner_approval_required ?? false,
  };
}
