import { t } from '@lingui/core/macro';
import { CircleDot, Flag, GitPullRequest, House, Milestone, Settings, SquareKanban, Tags, Users } from 'lucide-react';
import type { Group } from '#api/types';
import { Level } from '#lib/levels';
import { groupPath } from '#lib/paths';
import type { SidebarItem } from '../layout/sidebar';

/** The menu of a group for a visitor with an access level. */
export function groupMenu({ full_path: path }: Group, level: number): SidebarItem[] {
  const item = (page: string, text: string, Icon: SidebarItem['Icon']): SidebarItem => ({
    text,
    to: groupPath(path, page),
    Icon,
  });
  const settings = {
    ...item('edit', t`Settings`, Settings),
    alsoFor: ['settings', 'audit_events'].map((page) => groupPath(path, page)),
  };
  return [
    { text: t`Overview`, to: groupPath(path), Icon: House },
    item('issues', t`Issues`, CircleDot),
    item('boards', t`Boards`, SquareKanban),
    item('merge_requests', t`Merge requests`, GitPullRequest),
    item('epics', t`Epics`, Milestone),
    item('milestones', t`Milestones`, Flag),
    item('labels', t`Labels`, Tags),
    item('group_members', t`Members`, Users),
    ...(level >= Level.owner ? [settings] : []),
  ];
}
