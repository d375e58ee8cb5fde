import { Navigate, useLocation } from 'react-router';
import { signInPath } from '#components/states';
import { useIsSignedIn } from '#session/use-session';
import { lazyPage } from './lazy-page';
import type { PageRoute } from './page-route';

/** Shows a page. Visitors are led from a page for users to the sign-in, which leads back. */
export function ShownPage({ route }: { route: PageRoute }) {
  const isSignedIn = useIsSignedIn();
  const { pathname, search, hash } = useLocation();
  if (route.isForUsers === true && !isSignedIn) return <Navigate replace to={signInPath(`${pathname}${search}${hash}`)} />;
  const Page = lazyPage(route);
  return <Page />;
}
