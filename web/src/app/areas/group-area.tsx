/** The pages of a group, with its sidebar. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Group } from '#api/types';
import { Main } from '#components/page/main';
import { Failure, Loading } from '#components/states';
import { useGroupLevel } from '#data/access';
import { GroupContext } from '#data/group-context';
import { groupKeys, getGroup } from '#data/groups';
import { groupPath, splitNamespaceAddress } from '#lib/paths';
import { Sidebar } from '../layout/sidebar';
import { groupPages } from '../routes/group-pages';
import { AreaRoutes, usePreload } from './area-routes';
import { groupMenu } from './group-menu';
import { useCurrentAddress } from './use-current-address';

/** Shows a page of a group: `/groups/<group>/-/<page>`. */
export function GroupArea() {
  const { pathname } = useLocation();
  const { fullPath, page } = splitNamespaceAddress(pathname.replace(/^\/groups\//, '/'));
  usePreload(groupPages, page);
  const query = useQuery({
    queryKey: groupKeys.one(fullPath),
    queryFn: () => getGroup(fullPath),
    staleTime: 60_000,
  });
  const redirect = useCurrentAddress(fullPath, query.data?.full_path);
  if (redirect) return redirect;
  if (!query.data)
    return (
      <Main>{query.error ? <Failure error={query.error} retry={() => void query.refetch()} /> : <Loading />}</Main>
    );
  return <KnownGroup group={query.data} page={page} />;
}

function KnownGroup({ group, page }: { group: Group; page: string }) {
  const level = useGroupLevel(group);
  return (
    <GroupContext value={group}>
      <div className="with-sidebar">
        <Sidebar
          name={group.name}
          avatarUrl={group.avatar_url}
          to={groupPath(group.full_path)}
          items={groupMenu(group, level)}
        />
        <AreaRoutes pages={groupPages} page={page} />
      </div>
    </GroupContext>
  );
}
