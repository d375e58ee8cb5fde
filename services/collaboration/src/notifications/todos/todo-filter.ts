/**
 * Builds the conditions of todo lists, which exclude targets that the caller may no longer read.
 */
import { REPORTER } from '@forgemesh/access';
import type { Parameters, Call } from '@forgemesh/rpc';
import type { ListTodosRequest } from '@forgemesh/proto/collaboration/v1/todo';
import { allOf, type Condition } from '#queries';
import { isRead } from '#call';
import { type Readable, readableGroups, readableProjectsAmong } from '#access';
import type { TodoDocument, TodoScope } from './todo.model';
import type { TodosDeps } from './deps';

/** The conditions for a request. */
export async function todoFilter(
  call: Call<TodosDeps>,
  request: Partial<Parameters<ListTodosRequest>>,
): Promise<Condition> {
  const { action, author_id, project_id, group_id: groupId, state = 'pending', type } = request;
  const own = { user_id: call.principal.id, state };
  return allOf([
    own,
    ...(action === undefined ? [] : [{ action }]),
    ...(author_id === undefined ? [] : [{ author_id }]),
    ...(project_id === undefined ? [] : [{ project_id }]),
    ...(type === undefined ? [] : [{ target_type: type }]),
    await readable(call, own, groupId, isRead(call) ? cachedReads(call) : directReads(call)),
  ]);
}

/** The queries that the access conditions depend on. */
interface TodoReads {
  /** The projects, groups and target types of the caller's todos. */
  scopes: (own: Condition) => Promise<readonly TodoScope[]>;
  /**
   * Confidential issues in the given projects that the todos are about and that the caller neither
   * wrote nor is assigned to.
   */
  hidden: (own: Condition, projectIds: readonly number[]) => Promise<readonly number[]>;
}

function directReads(call: Call<TodosDeps>): TodoReads {
  return {
    scopes: (own) => scopesOf(call, own),
    hidden: (own, projectIds) => hiddenOf(call, own, projectIds),
  };
}

/** The same queries through the query cache. */
function cachedReads(call: Call<TodosDeps>): TodoReads {
  const { todoScopes, hiddenTargets } = call.deps.queries;
  const reads = directReads(call);
  return {
    scopes: (own) => todoScopes.get(JSON.stringify(own), () => reads.scopes(own)),
    hidden: (own, projectIds) =>
      hiddenTargets.get(JSON.stringify([own, projectIds]), () => reads.hidden(own, projectIds)),
  };
}

async function readable(
  call: Call<TodosDeps>,
  own: Condition,
  groupId: number | undefined,
  reads: TodoReads,
): Promise<Condition> {
  // Only projects and groups in which the caller has todos are named in the query.
  const scopes = reads.scopes(own);
  const projectsOf = async (type: TodoDocument['target_type']): Promise<number[]> =>
    (await scopes).flatMap(({ target_type, project_id }) => (target_type === type ? (project_id ?? []) : []));
  const [issues, mergeRequests, groups, all] = await Promise.all([
    readableProjectsAmong(call, 'issues', groupId, () => projectsOf('Issue')),
    readableProjectsAmong(call, 'merge_requests', groupId, () => projectsOf('MergeRequest')),
    readableGroups(call, groupId),
    scopes,
  ]);
  const named = all.flatMap(({ target_type, group_id }) => (target_type === 'Epic' ? (group_id ?? []) : []));
  const groupIds = named.filter((id) => groups.levels.has(id));
  const epics = groupId === undefined ? groupIds : await insideOf(call, groupId, groupIds);
  return {
    $or: [
      { target_type: 'Issue', ...inProjects(issues), ...(await exceptHidden(reads, own, issues)) },
      { target_type: 'MergeRequest', ...inProjects(mergeRequests) },
      { target_type: 'Epic', ...(!groups.everything && { group_id: { $in: epics } }) },
    ],
  };
}

async function scopesOf({ deps }: Call<TodosDeps>, own: Condition): Promise<TodoScope[]> {
  const rows = await deps.todos.model.aggregate<{ _id: TodoScope }>([
    { $match: own },
    { $group: { _id: { target_type: '$target_type', project_id: '$project_id', group_id: '$group_id' } } },
  ]);
  return rows.map(({ _id: scope }) => scope);
}

function inProjects({ everything, levels }: Readable): Condition {
  return everything ? {} : { project_id: { $in: [...levels.keys()] } };
}

/** Removes the ancestors of a group. */
async function insideOf({ deps }: Call<TodosDeps>, groupId: number, ids: readonly number[]): Promise<number[]> {
  const group = await deps.display.groups.get(groupId);
  return ids.filter((id) => !group?.ancestor_ids.includes(id));
}

/**
 * Excludes confidential issues in projects in which the caller is not a reporter, unless they wrote
 * or are assigned to them.
 */
async function exceptHidden(reads: TodoReads, own: Condition, { everything, levels }: Readable): Promise<Condition> {
  const open = [...levels].filter(([, level]) => level < REPORTER).map(([id]) => id);
  if (everything || open.length === 0) return {};
  const hidden = await reads.hidden(own, open);
  return hidden.length > 0 ? { target_id: { $nin: hidden } } : {};
}

async function hiddenOf(
  { deps, principal }: Call<TodosDeps>,
  own: Condition,
  projectIds: readonly number[],
): Promise<number[]> {
  const named = await deps.todos.model
    .find({ ...own, target_type: 'Issue', project_id: { $in: projectIds } })
    .distinct('target_id');
  if (named.length === 0) return [];
  return deps.items.issues.model
    .find({
      _id: { $in: named },
      confidential: true,
      author_id: { $ne: principal.id },
      assignee_ids: { $ne: principal.id },
    })
    .distinct('_id');
}
