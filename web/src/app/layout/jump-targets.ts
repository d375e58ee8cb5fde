/** Where the dialog "Jump to" leads without a request: pages and actions by their names. */
import { t } from '@lingui/core/macro';
import { projectPath } from '#lib/paths';
import { creationLinks, userLinks } from './header-links';
import { everywhere, inProject } from './shortcut-list';

/** A place that a visitor can jump to. */
export interface JumpTarget {
  /** Unique among the targets that are shown. */
  key: string;
  kind: 'Page' | 'Project' | 'Group' | 'Person' | 'Issue' | 'Merge request';
  text: string;
  /** What distinguishes it from others of the same name. */
  detail?: string;
  to: string;
}

/** Whom the pages are shown to. */
export interface JumpContext {
  isSignedIn: boolean;
  isAdmin: boolean;
  /** Full path of the project in the address. */
  project: string | undefined;
}

/** Pages of visitors, who have no account. */
const open = new Set(['/', '/explore']);
/** Pages of projects for users. */
const create = /\/new$/;

/** Returns the pages of a visitor, those of the current project first. */
export function pagesFor({ isSignedIn, isAdmin, project }: JumpContext): JumpTarget[] {
  const shown = inProject.filter(({ to }) => isSignedIn || !create.test(to));
  const own = project === undefined ? [] : shown.map(({ text, to }) => pageOf(text, addressIn(project, to), project));
  const links = [...everywhere, ...creationLinks, ...userLinks].filter(({ to }) => isSignedIn || open.has(to));
  const all = [
    ...own,
    ...links.map(({ text, to }) => pageOf(text, to)),
    pageOf(t`Groups`, '/explore/groups'),
    ...(isAdmin ? [pageOf(t`Administration`, '/admin'), pageOf(t`Administration: users`, '/admin/users')] : []),
    ...(isAdmin ? [pageOf(t`Administration: settings`, '/admin/settings')] : []),
    ...(isSignedIn ? [] : [pageOf(t`Sign in`, '/users/sign_in')]),
  ];
  return [...new Map(all.map((target) => [target.to, target])).values()];
}

/** Returns the targets whose words begin with the words of a text, in their order. */
export function matching(targets: readonly JumpTarget[], text: string): JumpTarget[] {
  const wanted = wordsOf(text);
  return targets.filter((target) => {
    const words = wordsOf(target.text);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
}

function pageOf(text: string, to: string, detail?: string): JumpTarget {
  return { key: `page ${to}`, kind: 'Page', text, to, ...(detail !== undefined && { detail }) };
}

function addressIn(project: string, page: string): string {
  return page === '' ? projectPath(project) : `${projectPath(project)}/-/${page}`;
}
