import type { BranchAccessLevel, ProtectedBranchDocument } from './protected-branch.model';

const descriptions: Record<number, string> = { 0: 'No one', 30: 'Developers + Maintainers', 40: 'Maintainers' };

/** A protection as the API shows it. */
export function presentProtectedBranch(document: ProtectedBranchDocument): object {
  return {
    id: document._id,
    name: document.name,
    push_access_levels: document.push_access_levels.map(presentLevel),
    merge_access_levels: document.merge_access_levels.map(presentLevel),
  };
}

function presentLevel({ access_level }: BranchAccessLevel): object {
  return { access_level, access_level_description: descriptions[access_level] ?? '' };
}
