/** Removes the source branch of a merged request if requested. */
import { rightsOnProject } from '#access';
import type { MergeRequestDocument } from '#items/model';
import { mergeSubject, sidesOf } from './merge-settings';
import type { MergeRequestChangesDeps } from '../deps';

/**
 * Removes it in the name of the author if they requested it, otherwise of the merging user.
 * Protected branches, the default branch, branches that moved since, and branches that this user
 * may not push to are kept.
 */
export async function removeSourceBranch(
  deps: MergeRequestChangesDeps,
  mergerId: number,
  request: MergeRequestDocument,
): Promise<void> {
  const { force_remove_source_branch: isForced, should_remove_source_branch: isRequested } = request.merge_params;
  if (isRequested !== true && !isForced) return;
  const remover = isForced ? request.author_id : mergerId;
  const [user, { source }] = await Promise.all([deps.display.users.get(remover), sidesOf(deps, request)]);
  if (!user) return;
  const project = await rightsOnProject(deps, user, request.source_project_id);
  if (!project) return;
  await deps.clients.merges.removeMergedBranch(
    {
      source,
      source_sha: request.head_sha ?? '',
      subject: mergeSubject(project),
      user_id: user.id,
      user_username: user.username,
      user_name: user.name,
    },
    { storage: source.storage },
  );
}
