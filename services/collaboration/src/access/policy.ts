/** Who may do what here, where it depends on more than the declared role. */
import { DEVELOPER, MAINTAINER, REPORTER } from '@forgemesh/access';
import { ForbiddenError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';

/** Feature of a project whose items are listed. */
export type ItemFeature = 'issues' | 'merge_requests' | 'repository';

/** A user as far as rights go; null for anonymous callers. */
export interface Actor {
  id: number;
  admin: boolean;
}

/** An issue as far as rights on it go. */
export interface GuardedIssue {
  author_id: number;
  assignee_ids: readonly number[];
  confidential: boolean;
}

/**
 * Whether somebody who may read a project may read its issues, merge requests, code or snippets.
 */
export function mayReadFeature(
  { level, open, features }: Pick<AuthorizedResource, 'level' | 'open' | 'features'>,
  feature: ItemFeature | 'snippets' | 'wiki',
): boolean {
  const wanted = features[feature] ?? 'enabled';
  if (wanted === 'disabled') return false;
  // Code that is for members is not for guests, and neither is what is to be merged into it.
  const isOfCode = feature === 'merge_requests' || feature === 'repository';
  if (isOfCode) return level >= REPORTER || (open && wanted === 'enabled');
  return wanted === 'enabled' || level > 0;
}

/**
 * Whether somebody who may read a project's issues may read this one: confidential ones are for
 * reporters, authors and assignees.
 */
export function mayReadIssue(issue: GuardedIssue, level: number, actor: Actor | null): boolean {
  return !issue.confidential || level >= REPORTER || isInvolved(issue, actor);
}

/** Whether somebody may change title, description, state and confidentiality. */
export function mayUpdateIssue(issue: GuardedIssue, { level, archived }: AuthorizedResource, actor: Actor): boolean {
  return !archived && (level >= REPORTER || isInvolved(issue, actor));
}

/** Whether somebody may set labels, milestone, assignees, due date and lock of issues. */
export function mayAdminIssues({ level, archived }: AuthorizedResource): boolean {
  return !archived && level >= REPORTER;
}

/**
 * Whether somebody may read the merge requests of a project that he may read: whoever could read
 * its code.
 */
export function mayReadMergeRequests(project: Pick<AuthorizedResource, 'level' | 'open' | 'features'>): boolean {
  return mayReadFeature(project, 'merge_requests');
}

/**
 * Whether somebody may ask for a merge into a project that he may read: whoever could read its
 * code.
 */
export function mayCreateMergeRequestIn({ level, archived, open, features }: AuthorizedResource): boolean {
  const isUsable = features['merge_requests'] === 'private' ? level >= REPORTER : level >= REPORTER || open;
  return !archived && isUsable;
}

/**
 * Whether somebody may change title, description and state of a merge request, and how it merges.
 */
export function mayUpdateMergeRequest(
  request: { author_id: number; assignee_ids: readonly number[] },
  { level, archived }: AuthorizedResource,
  actor: Actor,
): boolean {
  return !archived && (level >= DEVELOPER || isInvolved(request, actor));
}

/** Whether somebody may set labels, milestone, assignees and lock of merge requests. */
export function mayAdminMergeRequests({ level, archived }: AuthorizedResource): boolean {
  return !archived && level >= DEVELOPER;
}

/**
 * Labels and milestones serve issues and merge requests alike: refused where the project is
 * archived or has neither.
 */
export function assertHasItems(call: Pick<Call<unknown>, 'resource'>, parameter = 'id'): void {
  const { archived, features } = call.resource(parameter);
  const hasItems = features['issues'] !== 'disabled' || features['merge_requests'] !== 'disabled';
  if (archived || !hasItems) throw new ForbiddenError();
}

/** What is discussed, as far as rights on its notes go. */
export interface GuardedNoteable {
  is_locked: boolean;
  /** Level of the caller where it is. */
  level: number;
}

/** Throws ForbiddenError where a discussion is locked and the caller is no member. */
export function assertMayWriteOn({ is_locked: isLocked, level }: GuardedNoteable): void {
  if (isLocked && level === 0) throw new ForbiddenError();
}

/**
 * Whether somebody may change or remove a note: its author and maintainers, and nobody what the
 * system wrote.
 */
export function mayChangeNote(
  note: { author_id: number; system: boolean },
  { level }: GuardedNoteable,
  actor: Actor,
): boolean {
  return !note.system && (note.author_id === actor.id || level >= MAINTAINER);
}

/** Whether somebody may resolve what discusses a merge request: its author and developers. */
export function mayResolve(
  { level, author_id: authorId }: GuardedNoteable & { author_id: number | null },
  actor: Actor,
): boolean {
  return level >= DEVELOPER || authorId === actor.id;
}

function isInvolved(item: { author_id: number; assignee_ids: readonly number[] }, actor: Actor | null): boolean {
  return actor !== null && (item.author_id === actor.id || item.assignee_ids.includes(actor.id));
}
