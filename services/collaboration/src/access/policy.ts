/** Access rules that depend on the object, beyond the role that the proto declares. */
import { canReadFeature, DEVELOPER, MAINTAINER, REPORTER } from '@forgemesh/access';
import { ForbiddenError } from '@forgemesh/errors';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';

/** A project feature whose items are listed; `planning` for labels and milestones. */
export type ItemFeature = 'issues' | 'merge_requests' | 'repository' | 'planning';

/** The parts of a user that access rules use; null for anonymous callers. */
export interface Actor {
  id: number;
  admin: boolean;
}

/** The parts of an issue that access rules use. */
export interface GuardedIssue {
  author_id: number;
  assignee_ids: readonly number[];
  confidential: boolean;
}

/**
 * Whether a user who may read a project's issues may read this one. Only reporters, the author and
 * assignees may read confidential issues.
 */
export function canReadIssue(issue: GuardedIssue, level: number, actor: Actor | null): boolean {
  return !issue.confidential || level >= REPORTER || isInvolved(issue, actor);
}

/** Whether a user may change title, description, state and confidentiality of an issue. */
export function canUpdateIssue(issue: GuardedIssue, { level, archived }: AuthorizedResource, actor: Actor): boolean {
  return !archived && (level >= REPORTER || isInvolved(issue, actor));
}

/** Whether a user may set labels, milestone, assignees, due date and lock of issues. */
export function canAdminIssues({ level, archived }: AuthorizedResource): boolean {
  return !archived && level >= REPORTER;
}

/** Whether a user who may read a project may create merge requests into it. */
export function canCreateMergeRequestIn(project: AuthorizedResource): boolean {
  return !project.archived && canReadFeature(project, 'merge_requests');
}

/** Whether a user may change title, description, state and merge options of a merge request. */
export function canUpdateMergeRequest(
  request: { author_id: number; assignee_ids: readonly number[] },
  { level, archived }: AuthorizedResource,
  actor: Actor,
): boolean {
  return !archived && (level >= DEVELOPER || isInvolved(request, actor));
}

/** Whether a user may set labels, milestone, assignees and lock of merge requests. */
export function canAdminMergeRequests({ level, archived }: AuthorizedResource): boolean {
  return !archived && level >= DEVELOPER;
}

/** The parts of a noteable that access rules on its notes use. */
export interface GuardedNoteable {
  is_locked: boolean;
  /** The caller's access level on the project or group that contains it. */
  level: number;
}

/** Throws ForbiddenError if a discussion is locked and the caller is not a member. */
export function assertCanWriteOn({ is_locked: isLocked, level }: GuardedNoteable): void {
  if (isLocked && level === 0) throw new ForbiddenError();
}

/**
 * Whether a user may change or remove a note: its author and maintainers may. System notes cannot
 * be changed.
 */
export function canChangeNote(
  note: { author_id: number; system: boolean },
  { level }: GuardedNoteable,
  actor: Actor,
): boolean {
  return !note.system && (note.author_id === actor.id || level >= MAINTAINER);
}

/** Whether a user may resolve threads of a merge request: its author and developers may. */
export function canResolve(
  { level, author_id: authorId }: GuardedNoteable & { author_id: number | null },
  actor: Actor,
): boolean {
  return level >= DEVELOPER || authorId === actor.id;
}

function isInvolved(item: { author_id: number; assignee_ids: readonly number[] }, actor: Actor | null): boolean {
  return actor !== null && (item.author_id === actor.id || item.assignee_ids.includes(actor.id));
}
