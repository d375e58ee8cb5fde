import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { Loading, NotFound } from '../components/states';
import type { PageRoute } from '../routes';
import { Main } from './main';

/**
 * Shows the page of a project or group. A pattern cannot match a name of several segments before
 * `/-/`, so the name in the address becomes the beginning of each pattern.
 */
export function AreaRoutes({ pages, page }: { pages: readonly PageRoute[]; page: string }) {
  const { pathname } = useLocation();
  const address = pathname.replace(/\/+$/, '');
  // Without the slash before the page, which the patterns have.
  const prefix = page === '' ? address : address.slice(0, -page.length - 1);
  return (
    <Suspense
      fallback={
        <Main>
          <Loading />
        </Main>
      }
    >
      <Routes>
        {pages
          .filter(({ path }) => (path === '/') === (page === ''))
          .map(({ path, Page }) => (
            <Route key={path} path={path === '/' ? prefix : `${prefix}${path}`} element={<Page />} />
          ))}
        <Route
          path="*"
          element={
            <Main>
              <NotFound />
            </Main>
          }
        />
      </Routes>
    </Suspense>
  );
}
