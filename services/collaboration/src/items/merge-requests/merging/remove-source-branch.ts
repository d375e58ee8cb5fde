/** Removes the source branch of a merged request where that was wanted. */
import { rightsOnProject } from '../../../access/authorize';
import type { Collaboration } from '../../../deps';
import type { MergeRequestDocument } from '../merge-request.model';
import { mergeSubject, sidesOf } from './merge-settings';

/**
 * Removes it in the name of whoever wanted it: the author who asked for it from the start, else the
 * caller. Protected branches, the default branch, branches that moved on and branches that he may
 * not push to stay.
 */
export async function removeSourceBranch(
  deps: Collaboration,
  mergerId: number,
  request: MergeRequestDocument,
): Promise<void> {
  const { force_remove_source_branch: isForced, should_remove_source_branch: wish } = request.merge_params;
  if (wish !== true && !isForced) return;
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
