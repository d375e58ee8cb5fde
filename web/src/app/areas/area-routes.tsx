import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Route, Routes, useLocation } from 'react-router';
import { Main } from '#components/page/main';
import { Loading, NotFound } from '#components/states';
import { lazyPage } from '../routes/lazy-page';
import { preloadPage, type PageRoute } from '../routes/page-route';
import { ShownPage } from '../routes/shown-page';
import { CrashPage } from '../layout/crash-page';

/** Loads a page while the project or group that it belongs to is still being loaded. */
export function usePreload(pages: readonly PageRoute[], page: string): void {
  useEffect(() => preloadPage(pages, `/${page}`), [pages, page]);
}

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
    <ErrorBoundary FallbackComponent={CrashPage} resetKeys={[pathname]}>
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
            .map((route) => {
              const { path } = route;
              const Page = lazyPage(route);
              const shown = (
                <ShownPage route={route}>
                  <Page />
                </ShownPage>
              );
              return <Route key={path} path={path === '/' ? prefix : `${prefix}${path}`} element={shown} />;
            })}
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
    </ErrorBoundary>
  );
}
