/** Menus and shortcuts lead to pages. */
import type { Group, Project } from '#api/types';
import { creationLinks, userLinks } from '../layout/header-links';
import { everywhere, inProject } from '../layout/shortcut-list';
import { globalPages } from '../routes/global-pages';
import { groupPages } from '../routes/group-pages';
import type { PageRoute } from '../routes/page-route';
import { projectPages } from '../routes/project-pages';
import { groupMenu } from './group-menu';
import { projectMenu } from './project-menu';

const OWNER = 50;

const project: Partial<Project> = {
  path_with_namespace: 'a/b',
  default_branch: 'main',
  empty_repo: false,
  issues_enabled: true,
  merge_requests_enabled: true,
  wiki_enabled: true,
  snippets_enabled: true,
};
const group: Partial<Group> = { full_path: 'a/b' };

/** Whether a list has a page for an address. */
function hasPage(pages: readonly PageRoute[], address: string): boolean {
  return pages.some(({ path }) => {
    const pattern = path.replace(/\/\*$/, '(/.*)?').replace(/:\w+/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(address);
  });
}

/** The part of an address below a project or group. */
const below = (address: string): string => `/${address.split('/-/')[1] ?? ''}`;

describe('addresses of links', () => {
  it.each([...creationLinks, ...userLinks, ...everywhere])('$text', ({ to }) => {
    expect(hasPage(globalPages, to)).toBe(true);
  });

  it.each(projectMenu(project as Project, OWNER))('$text of a project', ({ to }) => {
    expect(hasPage(projectPages, below(to))).toBe(true);
  });

  it.each(inProject)('$text by a shortcut in a project', ({ to }) => {
    expect(hasPage(projectPages, `/${to}`)).toBe(true);
  });

  it.each(groupMenu(group as Group, OWNER))('$text of a group', ({ to }) => {
    expect(hasPage(groupPages, below(to))).toBe(true);
  });

  it('are refused if no page has them', () => {
    expect(hasPage(globalPages, '/dashboard/unknown')).toBe(false);
    expect(hasPage(projectPages, '/issue')).toBe(false);
  });
});
