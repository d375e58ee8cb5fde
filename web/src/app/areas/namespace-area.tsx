/** Addresses that begin with a user, group or project. */
import { useLocation } from 'react-router';
import { Main } from '#components/page/main';
import { NotFound } from '#components/states';
import { splitNamespaceAddress } from '#lib/paths';
import { GroupArea } from './group-area';
import { ProjectArea } from './project-area';
import { UserArea } from './user-area';

/** Shows the page of a group (`/groups/a`), project (`/a/b`, `/a/b/-/page`) or user (`/a`). */
export function NamespaceArea() {
  const { pathname } = useLocation();
  if (pathname.startsWith('/groups/')) return <GroupArea />;
  const { fullPath, page } = splitNamespaceAddress(pathname);
  if (fullPath.includes('/')) return <ProjectArea fullPath={fullPath} page={page} />;
  if (fullPath === '' || fullPath === '-' || page !== '')
    return (
      <Main>
        <NotFound />
      </Main>
    );
  return <UserArea key={fullPath} username={fullPath} />;
}
