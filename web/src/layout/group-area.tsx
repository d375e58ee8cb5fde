/** The pages of a group, with its sidebar. */
import { useQuery } from '@tanstack/react-query';
import { CircleDot, Flag, GitPullRequest, House, Milestone, Settings, SquareKanban, Tags, Users } from 'lucide-react';
import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import { api, unwrap } from '#api/client';
import type { Group } from '#api/types';
import { Failure, Loading } from '#components/states';
import { Level, useGroupLevel } from '#lib/access';
import { groupPath, splitNamespaceAddress } from '#lib/paths';
import { groupPages, hasPage } from '#routes';
import { AreaRoutes, usePreload } from './area-routes';
import { Main } from './main';
import { Sidebar, type SidebarItem } from './sidebar';
import { useCurrentAddress } from './use-current-address';

const GroupContext = createContext<Group | undefined>(undefined);

/** The group of the page. */
export function useGroup(): Group {
  const group = useContext(GroupContext);
  if (!group) throw new Error('this page is not below a group');
  return group;
}

/** Shows a page of a group: `/groups/<group>/-/<page>`. */
export function GroupArea() {
  const { pathname } = useLocation();
  const { fullPath, page } = splitNamespaceAddress(pathname.replace(/^\/groups\//, '/'));
  usePreload(groupPages, page);
  const query = useQuery({
    queryKey: ['group', fullPath],
    queryFn: () => unwrap(api.GET('/api/v4/groups/{id}', { params: { path: { id: fullPath } } })),
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
          items={itemsOf(group, level)}
        />
        <AreaRoutes pages={groupPages} page={page} />
      </div>
    </GroupContext>
  );
}

function itemsOf({ full_path: path }: Group, level: number): SidebarItem[] {
  const item = (page: string, text: string, Icon: SidebarItem['Icon'], more: Partial<SidebarItem> = {}) =>
    hasPage(groupPages, page) ? [{ text, to: groupPath(path, page), Icon, ...more }] : [];
  const settings = { alsoFor: ['settings', 'audit_events'].map((page) => groupPath(path, page)) };
  return [
    { text: 'Overview', to: groupPath(path), Icon: House },
    ...item('issues', 'Issues', CircleDot),
    ...item('boards', 'Boards', SquareKanban),
    ...item('merge_requests', 'Merge requests', GitPullRequest),
    ...item('epics', 'Epics', Milestone),
    ...item('milestones', 'Milestones', Flag),
    ...item('labels', 'Labels', Tags),
    ...item('group_members', 'Members', Users),
    ...(level >= Level.owner ? item('edit', 'Settings', Settings, settings) : []),
  ];
}
