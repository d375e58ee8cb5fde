import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { Loading, NotFound } from '../components/states';
import type { PageRoute } from '../routes';
import { Main } from './main';

/**
 * Shows the page of a project or group. The router cannot match a path of several segments before
 * `/-/`, so the part after it is matched here; `useParams` works as usual.
 */
export function AreaRoutes({ pages, page }: { pages: readonly PageRoute[]; page: string }) {
  const location = useLocation();
  return (
    <Suspense
      fallback={
        <Main>
          <Loading />
        </Main>
      }
    >
      <Routes location={{ ...location, pathname: `/${page}` }}>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={`/${path}`} element={<Page />} />
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
