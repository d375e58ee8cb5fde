import type { MergeRequestDocument } from './merge-request.model';

/** Message of a merge commit where nobody gave another. */
export function mergeMessage(request: MergeRequestDocument, projectPath: string): string {
  const { source_branch, target_branch, title, iid } = request;
  return [
    `Merge branch '${source_branch}' into '${target_branch}'`,
    title,
    `See merge request ${projectPath}!${iid}`,
  ].join('\n\n');
}
