/** Threads that stand in the way of a merge. */
import type { Collaboration } from '../service';
import type { MergeRequestDocument } from './merge-request.model';
import { mergeSettingsOf } from './merge-settings';

/** Ids of those merge requests whose project asks for resolved threads while some are not. */
export async function blockedRequests(
  deps: Collaboration,
  requests: readonly Pick<MergeRequestDocument, '_id' | 'project_id'>[],
): Promise<ReadonlySet<number>> {
  const threads = {
    noteable_type: 'MergeRequest' as const,
    noteable_id: { $in: requests.map(({ _id: id }) => id) },
    resolvable: true,
    resolved_at: null,
  };
  const unresolved = new Set(await deps.notes.model.find(threads).distinct('noteable_id'));
  if (unresolved.size === 0) return unresolved;
  const waiting = requests.filter(({ _id: id }) => unresolved.has(id));
  const settings = await mergeSettingsOf(
    deps,
    waiting.map(({ project_id: id }) => id),
  );
  const blocked = waiting.filter(
    ({ project_id: id }) => settings.get(id)?.only_allow_merge_if_all_discussions_are_resolved,
  );
  return new Set(blocked.map(({ _id: id }) => id));
}
