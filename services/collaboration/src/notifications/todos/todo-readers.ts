/** Filters users by whether they may read the target of a todo. */
import { canReadFeature } from '@forgemesh/access';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { type AccessDeps, canReadIssue } from '#access';
import type { IssueDocument } from '#items/model';
import type { TodoTarget } from './add-todos';
import type { ReferencesDeps } from '#items/references';

/** The users who may read a target. */
export async function readersOf(
  deps: Pick<ReferencesDeps, 'clients' | 'items'>,
  target: TodoTarget,
  users: readonly UserProfile[],
): Promise<UserProfile[]> {
  const issue = target.target_type === 'Issue' ? await deps.items.issues.find(target.target_id) : null;
  const canRead = await Promise.all(users.map((user) => canReadTarget(deps, target, issue, user)));
  return users.filter((_user, index) => canRead[index]);
}

async function canReadTarget(
  { clients }: Pick<AccessDeps, 'clients'>,
  target: TodoTarget,
  issue: IssueDocument | null,
  user: UserProfile,
): Promise<boolean> {
  if (user.state !== 'active') return false;
  const reference =
    target.project_id === null
      ? { kind: ReferenceKind.REFERENCE_KIND_GROUP, ref: String(target.group_id) }
      : { kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(target.project_id) };
  const { resources } = await clients.access.authorize({
    subject: { user_id: user.id, admin: user.admin, external: user.external },
    references: [reference],
  });
  const [resource] = resources;
  if (!resource?.found) return false;
  if (target.target_type === 'Epic') return true;
  if (target.target_type === 'MergeRequest') return canReadFeature(resource, 'merge_requests');
  return issue !== null && canReadFeature(resource, 'issues') && canReadIssue(issue, resource.level, user);
}
