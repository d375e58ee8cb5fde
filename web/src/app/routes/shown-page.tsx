import { Navigate, useLocation } from 'react-router';
import { signInPath } from '#components/states';
import { useIsSignedIn } from '#session/use-session';
import type { PageRoute } from './page-route';

/** Shows a page. Visitors are led from a page for users to the sign-in, which leads back. */
export function ShownPage({ route: { Page, isForUsers = false } }: { route: PageRoute }) {
  const isSignedIn = useIsSignedIn();
  const { pathname, search, hash } = useLocation();
  if (isForUsers && !isSignedIn) return <Navigate replace to={signInPath(`${pathname}${search}${hash}`)} />;
  return <Page />;
}
