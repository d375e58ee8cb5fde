/** Projects and groups that the caller may read, for lists of groups and of the whole instance. */
import type { Call } from '@forgemesh/rpc';
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { ItemFeature } from './policy';
import { KEY_SEPARATOR, type AccessQuery, type Readable, type ReadableGroupLevels } from './readable-caches';
import type { AccessDeps } from './deps';

/**
 * Up to this number, lists filter by project ids in the database query. Beyond it, the access of
 * the rows found is checked instead, because thousands of ids slow the query by seconds.
 */
export const MAX_PROJECT_IDS = 500;

/**
 * The projects whose items of a kind the caller may read, optionally only those inside a group; at
 * most `limit` if given.
 */
export async function readableProjects(
  call: Call<Pick<AccessDeps, 'readable'>>,
  feature: ItemFeature,
  groupId?: number,
  limit?: number,
): Promise<Readable> {
  const query: AccessQuery = { subject: subjectOf(call), group_id: groupId, feature, limit };
  return (await call.deps.readable.lists.get(JSON.stringify(query))) as Readable;
}

/** The caller's levels on those of the given projects that `readableProjects` would return. */
export async function readableLevels(
  call: Call<Pick<AccessDeps, 'readable'>>,
  feature: ItemFeature,
  groupId: number | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const query: AccessQuery = { subject: subjectOf(call), group_id: groupId, feature };
  const key = JSON.stringify(query);
  const found = await call.deps.readable.levels.find(ids.map((id) => `${key}${KEY_SEPARATOR}${id}`));
  return new Map([...found].map(([cacheKey, level]) => [Number(cacheKey.slice(key.length)), level]));
}

/**
 * The projects that the caller may read; if there are more than `MAX_PROJECT_IDS`, only those among
 * `candidates`.
 */
export async function readableProjectsAmong(
  call: Call<Pick<AccessDeps, 'readable'>>,
  feature: ItemFeature,
  groupId: number | undefined,
  candidates: () => Promise<readonly number[]>,
): Promise<Readable> {
  const readable = await readableProjects(call, feature, groupId, MAX_PROJECT_IDS);
  if (!readable.has_more) return readable;
  return {
    everything: false,
    levels: await readableLevels(call, feature, groupId, await candidates()),
    has_more: false,
  };
}

/** The access subject of a call. */
export function subjectOf({ user }: Pick<Call<unknown>, 'user'>): Subject {
  return { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
}

/**
 * The groups that the caller may read. With `groupId`: that group, its ancestors and its
 * descendants.
 */
export async function readableGroups(call: Call<AccessDeps>, groupId?: number): Promise<ReadableGroupLevels> {
  const query = { subject: subjectOf(call), group_id: groupId };
  return (await call.deps.readableGroups.get(JSON.stringify(query))) as ReadableGroupLevels;
}
