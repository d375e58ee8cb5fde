/**
 * Rules of code owners: computed from the CODEOWNERS file of the target branch and the changes of
 * the merge request. Only their ids are stored.
 */
import type { MergeRequestSummary } from '@forgemesh/proto/collaboration/v1/merge_request_summary';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { CodeOwnerEntry } from '@forgemesh/proto/repository/v1/code_owner';
import { newRule, type StoredRule } from '#rules';
import type { CodeOwnerId, RequestApprovalsDocument } from './request-approvals.model';
import type { RequestApprovalsDeps } from './deps';

type Deps = Pick<RequestApprovalsDeps, 'clients' | 'sequences' | 'requests'>;

/** Maximum number of users and groups whose names are looked up; further owners are ignored. */
const MAX_NAMES = 500;
/** Maximum number of email addresses that are looked up; further owners are ignored. */
const MAX_EMAILS = 50;

/** Administrators may see all groups; no user has the id 0. */
const instanceSubject = { user_id: 0, admin: true, external: false };

/** The rules of the code owners of the changed files. */
export async function loadCodeOwnerRules(
  deps: Deps,
  summary: MergeRequestSummary,
  { request, storage }: { request: RequestApprovalsDocument; storage: Promise<string> },
): Promise<StoredRule[]> {
  const { project_id: projectId, base_sha: base, head_sha: head } = summary;
  if (base === undefined || head === undefined) return [];
  const { entries, approval_required: required } = await deps.clients.codeOwners.listCodeOwnerEntries({
    project_id: projectId,
    storage: await storage,
    branch: summary.target_branch,
    // Later changes of the file do not affect a merge request that is no longer open.
    ...(summary.state !== 'opened' && summary.state !== 'locked' && { owners_sha: base }),
    base_sha: base,
    head_sha: head,
  });
  if (entries.length === 0) return [];
  const [ids, owners] = await Promise.all([ensureIds(deps, request, entries), resolveOwners(deps, projectId, entries)]);
  return entries.map((entry) => ({
    ...newRule({ id: idOf(ids, entry) ?? 0, name: entry.pattern, operation_id: null }),
    approvals_required: required && !entry.is_optional ? entry.approvals_required : 0,
    ...owners(entry),
    section: entry.section,
  }));
}

/** Gives each entry an id that it keeps while it applies. */
async function ensureIds(
  { requests, sequences }: Deps,
  request: RequestApprovalsDocument,
  entries: readonly CodeOwnerEntry[],
): Promise<readonly CodeOwnerId[]> {
  const isComplete = (known: readonly CodeOwnerId[]): boolean =>
    entries.every((entry) => idOf(known, entry) !== undefined);
  const { code_owner_ids: stored = [] } = request;
  if (isComplete(stored)) return stored;
  const changed = await requests.mutate(request._id, async ({ code_owner_ids: known = [] }) => {
    if (isComplete(known)) return null;
    const missing = entries.filter((entry) => idOf(known, entry) === undefined);
    const first = await sequences.next('request_rules', missing.length);
    return {
      set: {
        code_owner_ids: [
          // Entries that no longer apply lose their id.
          ...known.filter((each) => entries.some((entry) => isSame(each, entry))),
          ...missing.map(({ section, pattern }, index) => ({ section, pattern, id: first + index })),
        ],
      },
    };
  });
  return changed?.code_owner_ids ?? [];
}

function idOf(ids: readonly CodeOwnerId[], entry: CodeOwnerEntry): number | undefined {
  return ids.find((each) => isSame(each, entry))?.id;
}

function isSame(one: CodeOwnerId, other: CodeOwnerEntry): boolean {
  return one.section === other.section && one.pattern === other.pattern;
}

/** Finds the users and groups of all entries. Groups must have access to the project. */
async function resolveOwners(
  deps: Deps,
  projectId: number,
  entries: readonly CodeOwnerEntry[],
): Promise<(entry: CodeOwnerEntry) => Pick<StoredRule, 'user_ids' | 'group_ids'>> {
  const names = [...new Set(entries.flatMap((entry) => entry.names))].slice(0, MAX_NAMES);
  const emails = [...new Set(entries.flatMap((entry) => entry.emails))].slice(0, MAX_EMAILS);
  const [users, groups, usersByEmail] = await Promise.all([
    usersByName(deps, names),
    groupsByPath(deps, projectId, names),
    Promise.all(emails.map(async (email) => [email, await usersOfEmail(deps, email)] as const)),
  ]);
  const byEmail = new Map(usersByEmail);
  const unique = (ids: (number | undefined)[]): number[] => [...new Set(ids.filter((id) => id !== undefined))];
  return (entry) => ({
    user_ids: unique([
      ...entry.names.map((name) => users.get(name)),
      ...entry.emails.flatMap((email) => byEmail.get(email) ?? []),
    ]),
    group_ids: unique(entry.names.map((name) => groups.get(name))),
  });
}

async function usersByName({ clients }: Deps, names: readonly string[]): Promise<Map<string, number>> {
  const usernames = names.filter((name) => !name.includes('/'));
  if (usernames.length === 0) return new Map();
  const { users } = await clients.users.listUserProfiles({ usernames });
  return new Map(users.map(({ id, username }) => [username.toLowerCase(), id]));
}

async function usersOfEmail({ clients }: Deps, email: string): Promise<number[]> {
  const { users } = await clients.users.listUserProfiles({ emails: [email] });
  return users.map(({ id }) => id);
}

async function groupsByPath(
  { clients }: Deps,
  projectId: number,
  paths: readonly string[],
): Promise<Map<string, number>> {
  // A path of digits would be taken for an id.
  const named = paths.filter((path) => !/^\d+$/.test(path));
  if (named.length === 0) return new Map();
  const { resources } = await clients.access.authorize({
    subject: instanceSubject,
    references: named.map((ref) => ({ kind: ReferenceKind.REFERENCE_KIND_GROUP, ref })),
  });
  const found = named.flatMap((path, index) => {
    const resource = resources[index];
    return resource?.found ? [[path, resource.id] as const] : [];
  });
  if (found.length === 0) return new Map();
  const { group_ids: withAccess } = await clients.members.listProjectGroups({
    project_id: projectId,
    group_ids: found.map(([, id]) => id),
  });
  return new Map(found.filter(([, id]) => withAccess.includes(id)));
}
