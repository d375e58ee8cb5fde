/**
 * Who may change which ref. The one place that decides it, for the commits, files and branches API
 * and for pushes alike.
 *
 * A refusal is a text that the caller sees; null means allowed.
 */
import { DEVELOPER, MAINTAINER, REPORTER } from '@forgemesh/access';
import { zeroId, isFullName } from '@forgemesh/git-engine';

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';

/** The caller on the project: what the edge resolved. */
export interface PushSubject {
  /** Level as a member; administrators and owners 50. */
  level: number;
  archived: boolean;
  /** Default branch of the project; empty while it has none. */
  default_branch: string;
}

/** Who may push and merge where a name or wildcard matches. */
export interface Protection {
  name: string;
  push_access_levels: { access_level: number }[];
  merge_access_levels: { access_level: number }[];
}

/** Who may create tags where a name or wildcard matches. Nobody moves or deletes such a tag. */
export interface TagProtection {
  name: string;
  create_access_levels: { access_level: number }[];
}

/** A change of one ref as it is asked for. */
export interface AskedChange {
  ref: string;
  old: string;
  new: string;
  /** The new commit does not lead to the old one. */
  forced: boolean;
}

/** Through which door a change comes. Some rights exist only outside of git. */
export type Door = 'api' | 'git';

/** The caller on a project whose code he wants to read. */
export interface ReadSubject {
  level: number;
  /** Whether he passes as a non-member. */
  open: boolean;
  features: Record<string, string>;
}

/**
 * Whether the caller may read the code: reporters, and non-members where project and repository are
 * open to them.
 */
export function mayReadCode({ level, open, features }: ReadSubject): boolean {
  const { repository = 'enabled' } = features;
  return repository !== 'disabled' && (level >= REPORTER || (open && repository === 'enabled'));
}

/** Whether the caller may push to the project at all. */
export function mayPushCode({ level, archived }: PushSubject): boolean {
  return !archived && level >= DEVELOPER;
}

/** The caller on a branch to which a merge request lets him push. */
export function withGrant<Subject extends PushSubject>(subject: Subject): Subject {
  return { ...subject, level: Math.max(subject.level, DEVELOPER) };
}

/** Whether the caller may move a branch forward. */
export function mayPushTo(subject: PushSubject, branch: string, protections: readonly Protection[]): boolean {
  if (!mayPushCode(subject)) return false;
  const matching = protectionsOf(branch, protections);
  return matching.length === 0 || matching.some((protection) => grants(protection.push_access_levels, subject.level));
}

/**
 * Whether the caller may bring merge requests into a branch; whoever may push to it may do so too.
 */
export function mayMergeInto(subject: PushSubject, branch: string, protections: readonly Protection[]): boolean {
  if (!mayPushCode(subject)) return false;
  const matching = protectionsOf(branch, protections);
  return (
    mayPushTo(subject, branch, protections) ||
    matching.some((protection) => grants(protection.merge_access_levels, subject.level))
  );
}

/** The protections whose name or wildcard matches a branch. */
export function protectionsOf(branch: string, protections: readonly Protection[]): Protection[] {
  return protections.filter(({ name }) => matchesName(branch, name));
}

/** Whether developers have one of the rights on a protected branch. */
export function developersCan(right: 'push' | 'merge', matching: readonly Protection[]): boolean {
  return matching.some((protection) =>
    protection[`${right}_access_levels`].some(({ access_level }) => access_level === DEVELOPER),
  );
}

/** Whether a name or wildcard of tags matches. */
export function isProtectedTag(tag: string, protections: readonly TagProtection[]): boolean {
  return protections.some(({ name }) => matchesName(tag, name));
}

/**
 * Decides one change of a ref: null where it is allowed, else what the caller is told. The
 * protections of tags matter to whoever changes tags only.
 */
export function refuseChange(
  subject: PushSubject,
  change: AskedChange,
  protections: readonly Protection[],
  door: Door,
  tagProtections: readonly TagProtection[] = [],
): string | null {
  if (!mayPushCode(subject)) return 'You are not allowed to push code to this project.';
  if (change.ref.startsWith(TAGS)) return refuseTagChange(subject, change, tagProtections);
  if (change.ref.startsWith(BRANCHES)) return refuseBranchChange(subject, change, protections, door);
  return null;
}

function refuseTagChange(
  { level }: PushSubject,
  change: AskedChange,
  protections: readonly TagProtection[],
): string | null {
  const exists = change.old !== zeroId;
  if (change.new !== zeroId && isFullName(change.ref.slice(TAGS.length))) return 'Tag name invalid';
  if (exists && level < MAINTAINER) return 'You are not allowed to change existing tags on this project.';
  const tag = change.ref.slice(TAGS.length);
  const matching = protections.filter(({ name }) => matchesName(tag, name));
  if (matching.length === 0) return null;
  if (change.new === zeroId) return 'Protected tags cannot be deleted.';
  if (exists) return 'Protected tags cannot be updated.';
  const mayCreate = matching.some((protection) => grants(protection.create_access_levels, level));
  return mayCreate ? null : 'You are not allowed to create this tag as it is protected.';
}

function refuseBranchChange(
  subject: PushSubject,
  change: AskedChange,
  protections: readonly Protection[],
  door: Door,
): string | null {
  const branch = change.ref.slice(BRANCHES.length);
  const isDeletion = change.new === zeroId;
  if (isDeletion && branch === subject.default_branch) return 'The default branch of a project cannot be deleted.';
  // Such a name would be taken for a commit.
  if (!isDeletion && /^[0-9a-f]{40}$/i.test(branch))
    return 'You cannot create a branch with a 40-character hexadecimal branch name.';
  if (!isDeletion && isFullName(branch)) return 'Branch name is invalid';
  if (protectionsOf(branch, protections).length === 0) return null;
  if (isDeletion) return refuseProtectedDeletion(subject, door);
  if (change.forced) return refuseForcePush(branch, protections);
  if (mayPushTo(subject, branch, protections)) return null;
  return change.old === zeroId
    ? 'You are not allowed to create protected branches on this project.'
    : 'You are not allowed to push code to protected branches on this project.';
}

/** Decides whether commits may be taken from a branch. */
export function refuseForcePush(branch: string, protections: readonly Protection[]): string | null {
  return protectionsOf(branch, protections).length === 0
    ? null
    : 'You are not allowed to force push code to a protected branch on this project.';
}

function refuseProtectedDeletion({ level }: PushSubject, door: Door): string | null {
  if (level < MAINTAINER)
    return 'You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.';
  return door === 'git' ? 'You can only delete protected branches using the web interface.' : null;
}

/** Least level that no role has: administrators only. */
const ADMINISTRATOR = 60;

/** Whether the caller, a maintainer at least, may take a protection away. */
export function mayUnprotect(
  { level, admin }: { level: number; admin: boolean },
  levels: readonly { access_level: number }[],
): boolean {
  return admin || levels.some(({ access_level: needed }) => needed < ADMINISTRATOR && level >= needed);
}

function grants(levels: readonly { access_level: number }[], level: number): boolean {
  return levels.some(({ access_level: needed }) => needed > 0 && level >= needed);
}

/**
 * Whether a branch or tag has a name, or matches it as a wildcard: `*` stands for any text,
 * everything else for itself.
 */
function matchesName(branch: string, name: string): boolean {
  if (!name.includes('*')) return branch === name;
  const [first = '', ...rest] = name.split('*');
  const last = rest.pop() ?? '';
  if (branch.length < first.length + last.length || !branch.startsWith(first) || !branch.endsWith(last)) return false;
  // Each part between two stars is taken where it comes first: linear, whatever the wildcard.
  let at = first.length;
  const end = branch.length - last.length;
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
