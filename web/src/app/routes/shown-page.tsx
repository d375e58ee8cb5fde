import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { signInPath } from '#components/states';
import { useIsSignedIn } from '#session/use-session';
import type { PageRoute } from './page-route';

interface ShownPageProps {
  route: PageRoute;
  /** The page. */
  children: ReactNode;
}

/** Shows a page. Visitors are led from a page for users to the sign-in, which leads back. */
export function ShownPage({ route, children }: ShownPageProps) {
  const isSignedIn = useIsSignedIn();
  const { pathname, search, hash } = useLocation();
  if (route.isForUsers === true && !isSignedIn)
    return <Navigate replace to={signInPath(`${pathname}${search}${hash}`)} />;
  return children;
}
