/** What texts of a project or group can refer to, for completion while writing. */
import { allPages } from '#api/all-pages';
import { api, unwrap } from '#api/client';
import type { Member, Milestone } from '#api/types';
import { ApiError } from '#lib/api-error';
import { getEpic, listEpics } from './epics';
import { listOwnerIssues } from './issues';
import { listAllMembers } from './members';
import { listMilestones } from './milestones';
import { apiPathOf, type OwnerId } from './owner';

/** A project or group. */
interface Owner {
  kind: 'project' | 'group';
  id: number;
}

/** Keys of the queries of completion. */
export const completionKeys = {
  users: (owner: Owner | undefined) => ['completion', 'users', owner?.kind, owner?.id],
  milestones: (owner: Owner | undefined) => ['completion', 'milestones', owner?.kind, owner?.id],
  items: (owner: Owner | undefined, kind: string, search: string) => [
    'completion',
    kind,
    owner?.kind,
    owner?.id,
    search,
  ],
  epics: (groupId: number | undefined, search: string) => ['completion', 'epics', groupId, search],
  emoji: ['completion', 'emoji'],
} as const;

/** An issue, merge request or epic that a text can refer to. */
export interface CompletedItem {
  id: number;
  /** As the text refers to it. */
  reference: string;
  title: string;
  state: string;
}

const MAX_ITEMS = 20;
const MIN_SEARCH = 2;

/** Lists the members, whom a text can mention. */
export function listCompletedUsers(owner: Owner): Promise<Member[]> {
  return allPages<Member>((page) => listAllMembers(ownerIdOf(owner), { page, per_page: 100 }));
}

/** Lists the active milestones, with those of the groups above. */
export function listCompletedMilestones(owner: Owner): Promise<Milestone[]> {
  return allPages<Milestone>((page) =>
    listMilestones(ownerIdOf(owner), { page, per_page: 100, state: 'active', include_parent_milestones: true }),
  );
}

/** Finds issues or merge requests by number or words of their title; the latest without both. */
export async function findCompletedItems(
  owner: Owner,
  kind: 'issues' | 'merge_requests',
  search: string,
): Promise<CompletedItem[]> {
  const isNumber = /^\d{1,9}$/.test(search);
  const query = {
    per_page: MAX_ITEMS,
    order_by: 'updated_at' as const,
    ...(isNumber ? { iids: [Number(search)] } : search.length >= MIN_SEARCH && { search, in: 'title' as const }),
  };
  const id = ownerIdOf(owner);
  const found =
    kind === 'issues'
      ? (await listOwnerIssues(id, query)).items
      : await unwrap(api.GET(`${apiPathOf(id)}/merge_requests`, { params: { path: { id: id.id }, query } }));
  return found.map(({ id: itemId, references, title, state }) => ({
    id: itemId,
    reference: (owner.kind === 'project' ? references?.short : references?.full) ?? '',
    title,
    state,
  }));
}

/**
 * Finds epics of a group and of those above it by number or words; the latest without both. None
 * for a license without epics.
 */
export async function findCompletedEpics(groupId: number, search: string): Promise<CompletedItem[]> {
  const isNumber = /^\d{1,9}$/.test(search);
  const found = isNumber ? await getEpic(groupId, Number(search)).then((epic) => [epic], noneIfMissing) : await list();
  return found.map(({ id, group_id: owner, references, title, state }) => ({
    id,
    reference: (owner === groupId ? references?.short : references?.full) ?? '',
    title,
    state,
  }));

  async function list() {
    const query = {
      per_page: MAX_ITEMS,
      order_by: 'updated_at' as const,
      include_ancestor_groups: true,
      ...(search.length >= MIN_SEARCH && { search }),
    };
    return listEpics(groupId, query).then(({ items }) => items, noneIfMissing);
  }
}

function noneIfMissing(error: unknown): never[] {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return [];
  throw error;
}

function ownerIdOf({ kind, id }: Owner): OwnerId {
  return { kind, id: String(id) };
}
