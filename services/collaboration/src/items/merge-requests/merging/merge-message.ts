import { sentence } from '#items/shared';
import type { MergeRequestDocument } from '#items/model';

/**
 * Default message of a merge commit. `closing` are references to the issues that the merge closes.
 */
export function mergeMessage(request: MergeRequestDocument, projectPath: string, closing: readonly string[]): string {
  const { source_branch, target_branch, title, iid } = request;
  return [
    `Merge branch '${source_branch}' into '${target_branch}'`,
    title,
    ...(closing.length > 0 ? [`Closes ${sentence(closing)}`] : []),
    `See merge request ${projectPath}!${iid}`,
  ].join('\n\n');
}
