/** The application: router and cache of API responses. */
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './api/query-client';
import { CrashPage } from './layout/crash-page';
import { Shell } from './layout/shell';
import { globalPages } from './routes';
import { subscribe } from './session/session';

const loadNamespaceArea = () => import('./layout/namespace-area');
const NamespaceArea = lazy(async () => ({ default: (await loadNamespaceArea()).NamespaceArea }));
// The first page needs it, and the browser has nothing else to do yet.
if (window.location.pathname !== '/') void loadNamespaceArea();

const queryClient = createQueryClient();
// What one user may see is not shown to the next one.
subscribe(() => void queryClient.resetQueries());

const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <CrashPage />,
    children: [
      ...globalPages.map(({ path, Page }) => ({ path, element: <Page />, errorElement: <CrashPage /> })),
      { path: '*', element: <NamespaceArea />, errorElement: <CrashPage /> },
    ],
  },
]);

/** The application. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
