/** A shortcut that opens a page. */
import { t } from '@lingui/core/macro';

export interface Shortcut {
  /** Keys in the order in which they are pressed. */
  keys: string;
  /** Name of the page. */
  text: string;
  /** Address, or page of the project. */
  to: string;
}

/** Shortcuts of every page. */
export const everywhere: readonly Shortcut[] = [
  { keys: 'g h', text: t`Start page`, to: '/' },
  { keys: 'g p', text: t`Your projects`, to: '/dashboard/projects' },
  { keys: 'g t', text: t`To-do list`, to: '/dashboard/todos' },
  { keys: 'g a', text: t`Assigned issues`, to: '/dashboard/issues' },
  { keys: 'g r', text: t`Assigned merge requests`, to: '/dashboard/merge_requests' },
  { keys: 'g e', text: t`Explore`, to: '/explore' },
];

/** Shortcuts of the pages of a project; their addresses are below `/<project>/-/`. */
export const inProject: readonly Shortcut[] = [
  { keys: 'g o', text: t`Overview`, to: '' },
  { keys: 'g f', text: t`Files`, to: 'tree/HEAD' },
  { keys: 'g c', text: t`Commits`, to: 'commits/HEAD' },
  { keys: 'g i', text: t`Issues`, to: 'issues' },
  { keys: 'g b', text: t`Boards`, to: 'boards' },
  { keys: 'g m', text: t`Merge requests`, to: 'merge_requests' },
  { keys: 'g w', text: t`Wiki`, to: 'wikis' },
  { keys: 'g s', text: t`Snippets`, to: 'snippets' },
  { keys: 'n i', text: t`New issue`, to: 'issues/new' },
  { keys: 'n m', text: t`New merge request`, to: 'merge_requests/new' },
];

/** Finds a file of the ref that the page shows; the address has it, with a path after it. */
export const FIND_FILE_KEY = 't';

/** Returns the page that finds files: of the ref in a page's address, or of the default branch. */
export function findFilePage(page: string): string {
  const [, refAndPath] = /^(?:tree|blob|blame|commits|edit|find_file|raw)\/(.+)$/.exec(page) ?? [];
  return `find_file/${refAndPath ?? 'HEAD'}`;
}
