/** An address and its page, which is loaded when it is first opened. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A page and its pattern, in the syntax of React Router. */
export interface PageRoute {
  path: string;
  Page: LazyExoticComponent<ComponentType>;
  /** Loads the page before it is shown. */
  preload: () => Promise<unknown>;
}

/** Loads the component `name` of a module when it is first shown. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): PageRoute {
  const Page = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }));
  return { path, Page, preload: load };
}
