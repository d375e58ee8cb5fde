/**
 * Every page with its address. Pages are loaded when they are first opened. Add a page by one line
 * in the list of its kind.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page and its pattern, in the syntax of React Router. */
export interface PageRoute {
  path: string;
  Page: LazyExoticComponent<ComponentType>;
}

/** Loads the component `name` of a module when it is first shown. */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  return { path, Page: lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] })) };
}

/** Pages outside of groups and projects. Addresses of users and projects come after them. */
export const globalPages: PageRoute[] = [
  page('/', () => import('./pages/start/start-page'), 'StartPage'),
  page('/users/sign_in', () => import('./pages/sign-in/sign-in-page'), 'SignInPage'),
];

/** Pages of a project: below `/<project>/-/`. The empty path is its overview. */
export const projectPages: PageRoute[] = [];

/** Pages of a group: below `/groups/<group>/-/`. The empty path is its overview. */
export const groupPages: PageRoute[] = [];

/** Whether a list has a page for an address, so that menus only name pages that exist. */
export function hasPage(pages: readonly PageRoute[], address: string): boolean {
  return pages.some(({ path }) => path === address || path === `${address}/*`);
}
