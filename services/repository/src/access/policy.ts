/**
 * Decides which ref changes are allowed, for API writes and pushes alike.
 *
 * A refusal is a message for the caller; null means allowed.
 */
import { canPush, DEVELOPER, MAINTAINER } from '@forgemesh/access';
import {
  BRANCHES,
  isFullName,
  isValidBranchName,
  isValidRefName,
  isValidTagName,
  TAGS,
  zeroId,
} from '@forgemesh/git-engine';

const NOTES = 'refs/notes/';

/** The caller's permissions on the project, as resolved by the gateway. */
export interface PushSubject {
  /** Access level as a member; administrators and owners 50. */
  level: number;
  archived: boolean;
  /** Default branch of the project; empty if it has none. */
  default_branch: string;
}

/** An entry of a protection, as it applies to the caller. */
export interface CallerEntry {
  /** Minimum role; 0 means no one. Absent for users and groups. */
  access_level?: number;
  /** Whether it is an entry for the caller, or for a group that they are a member of. */
  names_caller: boolean;
}

/** Who may push and merge to branches matching a name or wildcard, as it applies to the caller. */
export interface Protection {
  name: string;
  push_access_levels: CallerEntry[];
  merge_access_levels: CallerEntry[];
  /** Whether those who may push may also force push. */
  allow_force_push?: boolean;
}

/**
 * Who may create tags matching a name or wildcard, as it applies to the caller. Such tags cannot be
 * moved or deleted by pushes.
 */
export interface TagProtection {
  name: string;
  create_access_levels: CallerEntry[];
}

/** A requested change of one ref. */
export interface RequestedChange {
  ref: string;
  old: string;
  new: string;
  /** The old commit is not an ancestor of the new one. */
  forced: boolean;
}

/** Origin of a change. Some operations are allowed only through the API. */
export type ChangeSource = 'api' | 'git';

/** The caller's permissions on a branch to which a merge request lets them push. */
export function withGrant<Subject extends PushSubject>(subject: Subject): Subject {
  return { ...subject, level: Math.max(subject.level, DEVELOPER) };
}

/** Whether the caller may push to a branch (without force). */
export function mayPushTo(subject: PushSubject, branch: string, protections: readonly Protection[]): boolean {
  if (!canPush(subject)) return false;
  const matching = protectionsOf(branch, protections);
  return matching.length === 0 || matching.some((protection) => grants(protection.push_access_levels, subject.level));
}

/** Whether the caller may merge into a branch; the right to push includes it. */
export function mayMergeInto(subject: PushSubject, branch: string, protections: readonly Protection[]): boolean {
  if (!canPush(subject)) return false;
  const matching = protectionsOf(branch, protections);
  return (
    mayPushTo(subject, branch, protections) ||
    matching.some((protection) => grants(protection.merge_access_levels, subject.level))
  );
}

/** The protections whose name or wildcard matches a branch. */
export function protectionsOf<T extends { name: string }>(branch: string, protections: readonly T[]): T[] {
  return protections.filter(({ name }) => matchesName(branch, name));
}

/** Whether developers have the given right on a protected branch. */
export function developersCan(
  right: 'push' | 'merge',
  matching: readonly Record<`${'push' | 'merge'}_access_levels`, { access_level?: number }[]>[],
): boolean {
  return matching.some((protection) =>
    protection[`${right}_access_levels`].some(({ access_level }) => access_level === DEVELOPER),
  );
}

/** Whether a tag matches a protection. */
export function isProtectedTag(tag: string, protections: readonly { name: string }[]): boolean {
  return protections.some(({ name }) => matchesName(tag, name));
}

/**
 * Checks one change of a ref: null if it is allowed, else the message for the caller. Tag
 * protections are needed only for changes of tags.
 */
export function checkRefChange(
  subject: PushSubject,
  change: RequestedChange,
  protections: readonly Protection[],
  source: ChangeSource,
  tagProtections: readonly TagProtection[] = [],
): string | null {
  if (!canPush(subject)) return 'You are not allowed to push code to this project.';
  // Refs with other names may have been created before; they can only be deleted.
  const refusal = change.new === zeroId ? null : checkRefName(change.ref);
  if (refusal !== null) return refusal;
  if (change.ref.startsWith(TAGS)) return checkTagChange(subject, change, tagProtections);
  if (change.ref.startsWith(BRANCHES)) return checkBranchChange(subject, change, protections, source);
  return null;
}

/** Checks the name of a ref that is created or moved: null if it is allowed, else the message. */
export function checkRefName(ref: string): string | null {
  if (ref.startsWith(BRANCHES)) return checkBranchName(ref.slice(BRANCHES.length));
  if (ref.startsWith(TAGS)) {
    const tag = ref.slice(TAGS.length);
    return isValidTagName(tag) && !isFullName(tag) ? null : 'Tag name invalid';
  }
  if (ref.startsWith(NOTES) && isValidRefName(ref)) return null;
  return `Only branches, tags and notes can be pushed: '${ref}' is none of them.`;
}

function checkBranchName(branch: string): string | null {
  // Such a name would be taken for a commit id.
  if (/^[0-9a-f]{40}$/i.test(branch)) return 'You cannot create a branch with a 40-character hexadecimal branch name.';
  return isValidBranchName(branch) && !isFullName(branch) ? null : 'Branch name is invalid';
}

function checkTagChange(
  { level }: PushSubject,
  change: RequestedChange,
  protections: readonly TagProtection[],
): string | null {
  const exists = change.old !== zeroId;
  if (exists && level < MAINTAINER) return 'You are not allowed to change existing tags on this project.';
  const tag = change.ref.slice(TAGS.length);
  const matching = protections.filter(({ name }) => matchesName(tag, name));
  if (matching.length === 0) return null;
  if (change.new === zeroId) return 'Protected tags cannot be deleted.';
  if (exists) return 'Protected tags cannot be updated.';
  const mayCreate = matching.some((protection) => grants(protection.create_access_levels, level));
  return mayCreate ? null : 'You are not allowed to create this tag as it is protected.';
}

function checkBranchChange(
  subject: PushSubject,
  change: RequestedChange,
  protections: readonly Protection[],
  source: ChangeSource,
): string | null {
  const branch = change.ref.slice(BRANCHES.length);
  const isDeletion = change.new === zeroId;
  if (isDeletion && branch === subject.default_branch) return 'The default branch of a project cannot be deleted.';
  if (protectionsOf(branch, protections).length === 0) return null;
  if (isDeletion) return checkProtectedDeletion(subject, source);
  const forceRefusal = change.forced ? checkForcePush(branch, protections) : null;
  if (forceRefusal !== null) return forceRefusal;
  if (mayPushTo(subject, branch, protections)) return null;
  return change.old === zeroId
    ? 'You are not allowed to create protected branches on this project.'
    : 'You are not allowed to push code to protected branches on this project.';
}

/** Checks whether those who may push to a branch may force push. */
export function checkForcePush(
  branch: string,
  protections: readonly Pick<Protection, 'name' | 'allow_force_push'>[],
): string | null {
  const matching = protectionsOf(branch, protections);
  return matching.length === 0 || matching.some(({ allow_force_push: allowed }) => allowed)
    ? null
    : 'You are not allowed to force push code to a protected branch on this project.';
}

function checkProtectedDeletion({ level }: PushSubject, source: ChangeSource): string | null {
  if (level < MAINTAINER)
    return 'You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.';
  return source === 'git' ? 'You can only delete protected branches using the web interface.' : null;
}

/** Minimum level above all roles: administrators only. */
const ADMINISTRATOR = 60;

/** Whether the caller, who is at least a maintainer, may remove a protection. */
export function mayUnprotect(
  { level, admin }: { level: number; admin: boolean },
  entries: readonly CallerEntry[],
): boolean {
  return (
    admin ||
    entries.some(
      ({ access_level: needed = ADMINISTRATOR, names_caller }) =>
        names_caller || (needed < ADMINISTRATOR && level >= needed),
    )
  );
}

function grants(entries: readonly CallerEntry[], level: number): boolean {
  return entries.some(({ access_level: needed = 0, names_caller }) => names_caller || (needed > 0 && level >= needed));
}

/**
 * Whether the name of a branch or tag equals `name` or matches it as a wildcard, in which `*`
 * matches any string.
 */
function matchesName(branch: string, name: string): boolean {
  if (!name.includes('*')) return branch === name;
  const [first = '', ...rest] = name.split('*');
  const last = rest.pop() ?? '';
  if (branch.length < first.length + last.length || !branch.startsWith(first) || !branch.endsWith(last)) return false;
  // Each part between two stars is matched at its first occurrence, which takes linear time for any
  // wildcard.
  let at = first.length;
  const end = branch.length - last.length;
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
