/** Removes users and groups from protections when they no longer have access to the project. */
import { idBatches, type EntityStore } from '@forgemesh/data';
import { branchLists, changeProtection, type ProtectedBranchDocument } from '#refs/protected-branches';
import { changeTagProtection, type ProtectedTagDocument, tagLists } from '#refs/protected-tags';
import { type AccessEntry, entriesOf, findProjectSubjects, type NumberedEntry } from '#refs/access-entries';
import type { ProjectConsumersDeps } from './deps';

type Deps = Pick<ProjectConsumersDeps, 'protectedBranches' | 'protectedTags'>;

const BATCH = 100;

type Protection = ProtectedBranchDocument | ProtectedTagDocument;
type HasAccess = (entry: AccessEntry) => boolean;

/** Removes a deleted user or group from all protections. */
export async function removeNamed(deps: Deps, key: string, actor: number | null): Promise<void> {
  const isOther: HasAccess = ({ user_id: user, group_id: group }) =>
    key !== `user/${user ?? ''}` && key !== `group/${group ?? ''}`;
  await forEachNamed(deps, { named: key }, () => isOther, actor);
}

/**
 * Removes users who are no longer members of their project, and groups that no longer have access
 * to it, from the protections of the filter.
 */
export async function removeLostEntries(
  deps: ProjectConsumersDeps,
  filter: { project_id?: number; named?: string | { $exists: true } },
  actor: number | null,
): Promise<void> {
  await forEachNamed(
    deps,
    filter,
    async ({ project_id: projectId }, entries) => {
      const { users, groups } = await findProjectSubjects(deps, projectId, entries);
      return ({ user_id: user, group_id: group }) =>
        user === undefined ? group === undefined || groups.has(group) : users.has(user);
    },
    actor,
  );
}

async function forEachNamed(
  { protectedBranches, protectedTags }: Deps,
  filter: object,
  accessOf: (protection: Protection, entries: readonly AccessEntry[]) => HasAccess | Promise<HasAccess>,
  actor: number | null,
): Promise<void> {
  await forEach(protectedBranches, filter, async (current) => {
    const lists = branchLists(current);
    const remaining = keep(lists, await accessOf(current, entriesOf(lists)));
    return changeProtection(current, remaining, actor);
  });
  await forEach(protectedTags, filter, async (current) => {
    const lists = tagLists(current);
    const remaining = keep(lists, await accessOf(current, entriesOf(lists)));
    return changeTagProtection(current, remaining, actor);
  });
}

async function forEach<T extends Protection>(
  store: EntityStore<T>,
  filter: object,
  compute: Parameters<EntityStore<T>['mutate']>[1],
): Promise<void> {
  for await (const batch of idBatches(store, filter, BATCH))
    for (const { _id: id } of batch) await store.mutate(id, compute);
}

function keep<Name extends string>(
  lists: Record<Name, NumberedEntry[]>,
  hasAccess: HasAccess,
): Record<Name, NumberedEntry[]> {
  const names = Object.keys(lists) as Name[];
  return Object.fromEntries(names.map((name) => [name, lists[name].filter(hasAccess)])) as typeof lists;
}
