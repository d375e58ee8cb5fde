/** What requests say of items: assignees, and closing or reopening. */
import { canReadFeature } from '@forgemesh/access';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { AccessDeps } from '#access';
import type { ItemDocument } from '#items/model';

/** Features whose items can be assigned. */
export type AssignableFeature = 'issues' | 'merge_requests';

/**
 * Ids of the users who may read a project's items; `[0]` unassigns all. Undefined if none of the
 * users may: then the assignees stay unchanged. Without a license, only the first one is assigned.
 */
export async function assigneeIdsOf(
  deps: Pick<AccessDeps, 'clients' | 'display'>,
  projectId: number,
  ids: readonly number[],
  { feature, tier }: { feature: AssignableFeature; tier: number },
): Promise<number[] | undefined> {
  const requested = [...new Set(ids.filter((id) => id > 0))];
  if (requested.length === 0) return [];
  const readers = await filterReaders(deps, projectId, requested, feature);
  if (readers.length === 0) return undefined;
  return tier >= 1 ? readers : readers.slice(0, 1);
}

/** The users who may read a feature of a project, in the same order. */
export async function filterReaders(
  { clients, display }: Pick<AccessDeps, 'clients' | 'display'>,
  projectId: number,
  userIds: readonly number[],
  feature: AssignableFeature,
): Promise<number[]> {
  const users = await display.users.find(userIds);
  const canRead = await Promise.all(
    userIds.map(async (id) => {
      const user = users.get(id);
      if (!user || user.state !== 'active') return false;
      const { resources } = await clients.access.authorize({
        subject: { user_id: id, admin: user.admin, external: user.external },
        references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(projectId) }],
      });
      const [project] = resources;
      return project?.found === true && canReadFeature(project, feature);
    }),
  );
  return userIds.filter((_id, index) => canRead[index]);
}

/** Fields that change with the state of an issue or epic. */
interface StateSet {
  state?: 'opened' | 'closed';
  closed_at?: Date | null;
  closed_by_id?: number | null;
}

/** The fields that closing or reopening sets; empty if the state does not change. */
export function stateOf(
  { state }: ItemDocument & { state: 'opened' | 'closed' },
  event: string | undefined,
  actor: number,
): StateSet {
  if (event === 'close' && state === 'opened') return { state: 'closed', closed_at: new Date(), closed_by_id: actor };
  if (event === 'reopen' && state === 'closed') return { state: 'opened', closed_at: null, closed_by_id: null };
  return {};
}
