/** Removes the source branch of a merged request where that was wanted. */
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { CollaborationCall } from '../operation';
import type { MergeRequestDocument } from './merge-request.model';
import { mergeSettingsOf, sidesOf } from './merge-settings';

/**
 * Removes it in the name of whoever wanted it: the author who asked for it from the start, else the caller. Protected branches, the default
 * branch, branches that moved on and branches that he may not push to stay.
 */
export async function removeSourceBranch(call: CollaborationCall, request: MergeRequestDocument): Promise<void> {
  const { deps, principal } = call;
  const { force_remove_source_branch: isForced, should_remove_source_branch: wish } = request.merge_params;
  if (wish !== true && !isForced) return;
  const remover = isForced ? request.author_id : principal.id;
  const settings = await mergeSettingsOf(deps, [request.source_project_id]);
  const [user, { source }] = await Promise.all([deps.display.users.get(remover), sidesOf(deps, request, settings)]);
  if (!user) return;
  const { resources } = await deps.clients.access.authorize({
    subject: { user_id: user.id, admin: user.admin, external: user.external },
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(request.source_project_id) }],
  });
  const [project] = resources;
  if (!project?.found) return;
  const { level, archived, default_branch } = project;
  await deps.clients.merges.removeMergedBranch({
    source,
    source_sha: request.head_sha ?? '',
    subject: { level, archived, default_branch },
    user_id: user.id,
    user_username: user.username,
    user_name: user.name,
  });
}
