/**
 * What a caller may read over many projects or groups, for the lists of groups and of the whole
 * instance.
 */
import type { Subject } from '@forgemesh/proto/projects/v1/access';
import type { CollaborationCall } from '../operation';
import type { ItemFeature } from './policy';
import { SEPARATOR, type AccessQuestion, type Readable, type ReadableGroupLevels } from './readable-caches';

/**
 * More projects than these are looked up for the rows in hand: thousands of ids cost the database
 * seconds.
 */
export const MAX_NAMED = 500;

/**
 * The projects, inside a group where one is named, whose items of a kind the caller may read; at
 * most `limit` where it is given.
 */
export async function readableProjects(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId?: number,
  limit?: number,
): Promise<Readable> {
  const question: AccessQuestion = { subject: subjectOf(call), group_id: groupId, feature, limit };
  return (await call.deps.readable.lists.get(JSON.stringify(question))) as Readable;
}

/** Levels of the caller on those of some projects that `readableProjects` would tell. */
export async function readableAmong(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId: number | undefined,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const question: AccessQuestion = { subject: subjectOf(call), group_id: groupId, feature };
  const key = JSON.stringify(question);
  const found = await call.deps.readable.levels.find(ids.map((id) => `${key}${SEPARATOR}${id}`));
  return new Map([...found].map(([known, level]) => [Number(known.slice(key.length)), level]));
}

/** What the caller may read; of more projects than questions name, those that matter. */
export async function readableWhere(
  call: CollaborationCall,
  feature: ItemFeature,
  groupId: number | undefined,
  that: () => Promise<readonly number[]>,
): Promise<Readable> {
  const readable = await readableProjects(call, feature, groupId, MAX_NAMED);
  if (!readable.has_more) return readable;
  return { everything: false, levels: await readableAmong(call, feature, groupId, await that()), has_more: false };
}

/** Whose rights a call has. */
export function subjectOf({ user }: Pick<CollaborationCall, 'user'>): Subject {
  return { user_id: user?.id, admin: user?.admin ?? false, external: user?.external ?? false };
}

/**
 * The groups that the caller may read; where one is named, of it, those above it and those inside.
 */
export async function readableGroups(call: CollaborationCall, groupId?: number): Promise<ReadableGroupLevels> {
  const question = { subject: subjectOf(call), group_id: groupId };
  return (await call.deps.readableGroups.get(JSON.stringify(question))) as ReadableGroupLevels;
}
