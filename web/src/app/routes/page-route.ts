/** An address and its page, which is loaded when it is first opened. */
import type { ComponentType } from 'react';

/** A page and its pattern, in the syntax of React Router. */
export interface PageRoute {
  path: string;
  /** Loads the component. */
  load: () => Promise<ComponentType>;
  /** Whether the page is for users: visitors are asked to sign in. */
  isForUsers?: boolean;
}

/** The page is the component `name` of a module. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  return { path, load: async () => (await load())[name] };
}

/** The same for a page that is for users. */
export function userPage<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  return { ...page(path, load, name), isForUsers: true };
}

const loaded = new WeakMap<PageRoute, ComponentType>();

/** Loads the component of a page. */
export async function loadPage(route: PageRoute): Promise<ComponentType> {
  const component = await route.load();
  loaded.set(route, component);
  return component;
}

/** The component of a page, if it has been loaded. */
export function loadedPage(route: PageRoute): ComponentType | undefined {
  return loaded.get(route);
}

/** Loads the page of an address before it is shown; a failed load is reported when it is. */
export function preloadPage(pages: readonly PageRoute[], address: string): void {
  const found = pages.find(({ path }) => matches(path, address));
  if (found) loadPage(found).catch(() => undefined);
}

function matches(pattern: string, address: string): boolean {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/:\w+/g, '[^/]+')
    .replace(/\/\*$/, '(?:/.*)?');
  return new RegExp(`^${source}/?$`, 'i').test(address);
}
