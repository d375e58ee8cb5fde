/** The application: router and cache of API responses. */
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { ErrorBoundary } from 'react-error-boundary';
import { BrowserRouter, Route, Routes } from 'react-router';
import { i18n } from '#language/i18n';
import { subscribe } from '#session/session';
import { NamespaceArea } from './areas/namespace-area';
import { CrashPage } from './layout/crash-page';
import { Shell } from './layout/shell';
import { createQueryClient } from './query-client';
import { globalPages } from './routes/global-pages';
import { lazyPage } from './routes/lazy-page';
import { ShownPage } from './routes/shown-page';

const queryClient = createQueryClient();
// What one user may see is not shown to the next one.
subscribe(() => void queryClient.resetQueries());

/** The application. */
export function App() {
  return (
    <ErrorBoundary FallbackComponent={CrashPage}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Routes>
              <Route element={<Shell />}>
                {globalPages.map((route) => {
                  const Page = lazyPage(route);
                  const shown = (
                    <ShownPage route={route}>
                      <Page />
                    </ShownPage>
                  );
                  return <Route key={route.path} path={route.path} element={shown} />;
                })}
                <Route path="*" element={<NamespaceArea />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </QueryClientProvider>
      </I18nProvider>
    </ErrorBoundary>
  );
}
