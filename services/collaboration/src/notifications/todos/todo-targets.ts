/** Presents the targets of todos. */
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { Epic } from '@forgemesh/proto/collaboration/v1/epic';
import type { Issue } from '@forgemesh/proto/collaboration/v1/issue';
import type { MergeRequest } from '@forgemesh/proto/collaboration/v1/merge_request';
import { presentEpics } from '#items/epics';
import { loadCachedEpics } from '#items/shared';
import { presentIssues } from '#items/issues';
import { type IssueDocument, listedItem, type MergeRequestDocument } from '#items/model';
import { presentMergeRequests } from '#items/merge-requests';
import { readableGroups } from '#access';
import type { TodoDocument } from './todo.model';
import { byId } from '#queries';
import type { TodosDeps } from './deps';

type Target = ResponseOf<Issue> | ResponseOf<MergeRequest> | ResponseOf<Epic>;

/** Targets by type and id (`Issue/1`), with one read for each type. */
export async function readTargets(
  call: Call<TodosDeps>,
  todos: readonly TodoDocument[],
): Promise<ReadonlyMap<string, Target>> {
  const [issues, mergeRequests, epics] = await Promise.all([
    readIssues(call, idsOf(todos, 'Issue')),
    readMergeRequests(call, idsOf(todos, 'MergeRequest')),
    readEpics(call, idsOf(todos, 'Epic')),
  ]);
  return new Map<string, Target>([
    ...issues.map((issue) => [`Issue/${issue.id}`, issue] as const),
    ...mergeRequests.map((request) => [`MergeRequest/${request.id}`, request] as const),
    ...epics.map((epic) => [`Epic/${epic.id}`, epic] as const),
  ]);
}

function idsOf(todos: readonly TodoDocument[], type: TodoDocument['target_type']): number[] {
  return [...new Set(todos.filter((todo) => todo.target_type === type).map(({ target_id: id }) => id))];
}

async function readIssues(call: Call<TodosDeps>, ids: number[]): Promise<ResponseOf<Issue>[]> {
  if (ids.length === 0) return [];
  const { deps, context } = call;
  const issues = await deps.queries.issues.getAll(ids, async (missing) =>
    byId(await deps.items.issues.model.find({ _id: { $in: missing } }, listedItem).lean<IssueDocument[]>()),
  );
  return presentIssues(deps, [...issues.values()], { base: {}, reader: call, tier: context.tier });
}

async function readMergeRequests(
  { deps, context }: Call<TodosDeps>,
  ids: number[],
): Promise<ResponseOf<MergeRequest>[]> {
  if (ids.length === 0) return [];
  const requests = await deps.queries.mergeRequests.getAll(ids, async (missing) =>
    byId(
      await deps.items.mergeRequests.model.find({ _id: { $in: missing } }, listedItem).lean<MergeRequestDocument[]>(),
    ),
  );
  return presentMergeRequests(deps, [...requests.values()], { base: {}, tier: context.tier });
}

async function readEpics(call: Call<TodosDeps>, ids: number[]): Promise<ResponseOf<Epic>[]> {
  if (ids.length === 0) return [];
  const [epics, { levels }] = await Promise.all([loadCachedEpics(call.deps, ids), readableGroups(call)]);
  return presentEpics(call.deps, [...epics.values()], { levels });
}
