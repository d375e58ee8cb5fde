import type { MergeRequestDocument } from '#items/model';

/** Default message of the commit that resolves conflicts. */
export function conflictMessage({
  source_branch,
  target_branch,
}: Pick<MergeRequestDocument, 'source_branch' | 'target_branch'>): string {
  return `Merge branch '${target_branch}' into '${source_branch}'`;
}
