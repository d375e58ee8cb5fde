import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadWhenOnline } from '#lib/connection';
import type { PageRoute } from './page-route';

const pages = new WeakMap<PageRoute, LazyExoticComponent<ComponentType>>();

/** Returns the component of a page, which is loaded when it is first shown. */
export function lazyPage(route: PageRoute): LazyExoticComponent<ComponentType> {
  const known = pages.get(route);
  if (known) return known;
  const created = lazy(async () => ({ default: await loadWhenOnline(route.load) }));
  pages.set(route, created);
  return created;
}
