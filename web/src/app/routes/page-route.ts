/** An address and its page, which is loaded when it is first opened. */
import { loadWhenOnline } from '#lib/connection';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page and its pattern, in the syntax of React Router. */
export interface PageRoute {
  path: string;
  Page: LazyExoticComponent<ComponentType>;
  /** Loads the page before it is shown. */
  preload: () => Promise<unknown>;
  /** Whether the page is for users: visitors are asked to sign in. */
  isForUsers?: boolean;
}

/** Loads the component `name` of a module when it is first shown. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  const Page = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await loadWhenOnline(load))[name] }));
  return { path, Page, preload: load };
}

/** The same for a page that is for users. */
export function userPage<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  return { ...page(path, load, name), isForUsers: true };
}
