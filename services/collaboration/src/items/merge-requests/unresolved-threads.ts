/** Unresolved threads, which may block a merge. */
import type { MergeRequestDocument } from '#items/model';
import { mergeSettingsOf } from './merging/merge-settings';
import type { MergeRequestListsDeps, MergeRequestViewDeps } from './deps';
import type { SharedDeps } from '#items/shared';
import type { AccessDeps } from '#access';

type Request = Pick<MergeRequestDocument, '_id' | 'project_id'>;

/**
 * Ids of the merge requests that have unresolved threads although their project requires them to be
 * resolved.
 */
export async function blockedRequests(
  deps: MergeRequestListsDeps,
  requests: readonly Request[],
): Promise<ReadonlySet<number>> {
  return filterBlocked(deps, requests, await filterUnresolved(deps, requests));
}

/** The same for display, with unresolved threads from the query cache. */
export async function loadRequestsWithUnresolvedThreads(
  deps: MergeRequestViewDeps,
  requests: readonly Request[],
): Promise<ReadonlySet<number>> {
  const key = unresolvedKey(requests.map(({ _id: id }) => id));
  const unresolved = await deps.queries.unresolved.get(key, () => filterUnresolved(deps, requests));
  return filterBlocked(deps, requests, unresolved);
}

/** Caches for the response and the event of a new merge request that it has no threads yet. */
export async function cacheNewMergeRequest(
  { queries }: Pick<MergeRequestViewDeps, 'queries'>,
  id: number,
): Promise<void> {
  await queries.unresolved.prime(() => Promise.resolve(new Map([[unresolvedKey([id]), new Set()]])));
}

/** Key of `queries.unresolved` for the requests with these ids. */
function unresolvedKey(ids: readonly number[]): string {
  return ids.join();
}

/** Ids of the requests that have unresolved threads. */
async function filterUnresolved(
  deps: Pick<SharedDeps, 'itemNotes'>,
  requests: readonly Request[],
): Promise<ReadonlySet<number>> {
  if (requests.length === 0) return new Set();
  return deps.itemNotes.filterUnresolved(requests.map(({ _id: id }) => id));
}

async function filterBlocked(
  deps: Pick<AccessDeps, 'clients'>,
  requests: readonly Request[],
  unresolved: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
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
