/** Maps members of an archive to users of this instance. */
import { MAINTAINER } from '@forgemesh/access';
import { UntrustedRecord } from '@forgemesh/data';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { sourceKey, notExpired } from '#access/memberships';
import { type NamespaceDocument, pathIds } from '#namespaces';
import type { ArchiveTree, ImportFailures } from '#import-export/archives';
import type { ImportDocument } from '#import-export/imports';
import type { ImportedContentDeps } from './deps';

const LEVELS = [10, 20, 30, 40];
const BATCH = 500;

/** A member of an archive who is a user of this instance. */
export interface MatchedMember {
  /** Id in the source instance. */
  foreign_id: number;
  /** Id in this instance. */
  user_id: number;
  access_level: number;
  expires_at: string | null;
}

/** The importing user and the target namespace; null for the top level. */
export interface MapContext {
  importer: Pick<ImportDocument, 'user_id' | 'is_admin'>;
  namespace: NamespaceDocument | null;
  failures: ImportFailures;
}

/**
 * Access levels that members of a kind may have, in ascending order. Other levels are lowered to
 * the next one; members below the first level are left out.
 */
export interface MemberLevels {
  relation: string;
  levels: readonly number[];
}

const projectLevels: MemberLevels = { relation: 'project_members', levels: LEVELS };

/** The members of a project archive who are users of this instance, see `matchMembers`. */
export async function matchMembersToUsers(
  deps: ImportedContentDeps,
  tree: ArchiveTree,
  context: MapContext,
): Promise<MatchedMember[]> {
  return matchMembers(deps, tree.rows(projectLevels.relation), { ...context, ...projectLevels });
}

/**
 * Matches members of an archive to users by their confirmed emails. Archives are untrusted: only
 * imports by administrators may attribute content to any user. Other imports match only the
 * importer and, if the importer is a maintainer of the target group, members of that group.
 */
export async function matchMembers(
  deps: ImportedContentDeps,
  lines: AsyncIterable<unknown>,
  { importer, namespace, failures, ...kind }: MapContext & MemberLevels,
): Promise<MatchedMember[]> {
  const members: MatchedMember[] = [];
  let position = 0;
  for await (const rows of batchesOf(lines)) {
    const byEmail = new Map<string, Omit<MatchedMember, 'user_id'>>();
    for (const row of rows) {
      const at = position++;
      const found = await failures.attempt(kind.relation, at, () =>
        emailOf(UntrustedRecord.of(row, `${kind.relation} ${at + 1}`), kind),
      );
      if (found) byEmail.set(...found);
    }
    const { users } = await deps.clients.directory.listUserProfiles({ emails: [...byEmail.keys()] });
    const allowed = await findTrustedUserIds(deps, users, { importer, namespace });
    for (const user of users) {
      const row = user.verified_emails.map((email) => byEmail.get(email)).find((found) => found !== undefined);
      if (row && allowed.has(user.id)) members.push({ user_id: user.id, ...row });
    }
  }
  return members;
}

async function* batchesOf(lines: AsyncIterable<unknown>): AsyncGenerator<unknown[]> {
  let batch: unknown[] = [];
  for await (const row of lines) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function emailOf(row: UntrustedRecord, { levels }: MemberLevels): [string, Omit<MatchedMember, 'user_id'>] | null {
  const user = row.row('user');
  const email = user?.optionalText('email', 255) || user?.optionalText('public_email', 255);
  const foreign_id = row.optionalNumber('user_id');
  if (!email || foreign_id === null) return null;
  const archived = row.count('access_level');
  const level = levels.findLast((each) => each <= archived);
  if (level === undefined) return null;
  return [email.toLowerCase(), { foreign_id, access_level: level, expires_at: row.optionalDay('expires_at') }];
}

async function findTrustedUserIds(
  deps: ImportedContentDeps,
  users: readonly UserProfile[],
  { importer, namespace }: Pick<MapContext, 'importer' | 'namespace'>,
): Promise<ReadonlySet<number>> {
  const active = users.filter(({ state }) => state === 'active').map(({ id }) => id);
  if (importer.is_admin) return new Set(active);
  const self = active.filter((id) => id === importer.user_id);
  if (namespace?.kind !== 'group') return new Set(self);
  const viewer = { id: importer.user_id, admin: false, external: false };
  if ((await deps.levels.viewerLevel(viewer, namespace.access_keys)) < MAINTAINER) return new Set(self);
  const sources = pathIds(namespace).map((id) => sourceKey('group', id));
  const inGroup = { source: { $in: sources }, user_id: { $in: active }, ...notExpired() };
  return new Set([...self, ...(await deps.memberships.model.distinct('user_id', inGroup))]);
}
