import { lazy, type ComponentType } from 'react';
import { loadWhenOnline } from '#lib/connection';
import { loadedPage, loadPage, type PageRoute } from './page-route';

const pages = new WeakMap<PageRoute, ComponentType>();

/**
 * Returns the component of a page, which is loaded when it is first shown. A page that has been
 * loaded before does not suspend: React would delay it by 300 milliseconds.
 */
export function lazyPage(route: PageRoute): ComponentType {
  const known = pages.get(route);
  if (known) return known;
  const created = loadedPage(route) ?? lazy(async () => ({ default: await loadWhenOnline(() => loadPage(route)) }));
  pages.set(route, created);
  return created;
}
