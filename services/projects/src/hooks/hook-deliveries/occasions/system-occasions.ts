/** What every hook of the instance hears: projects, groups, members, users and keys that come, change and go. */
import type { ForgeEvent } from '@forgemesh/events';
import type { Projects } from '../../../deps';
import {
  groupPayload,
  keyPayload,
  memberPayload,
  projectPayload,
  userPayload,
  type SystemDeed,
} from '../payloads/system-payloads';
import type { HookOccasion } from '../queue-occasion';

type PayloadOf = (deps: Projects, event: ForgeEvent, deed: SystemDeed) => Promise<object | null>;
type Changes = Record<string, { from?: unknown } | undefined>;

/** An event of one kind: its name for receivers, and what it was before. */
function told(payloadOf: PayloadOf, deedOf: (event: ForgeEvent) => SystemDeed | undefined) {
  return (deps: Projects, event: ForgeEvent): HookOccasion[] => {
    const deed = deedOf(event);
    if (!deed) return [];
    const [, kind = ''] = event.type.split('.');
    return [
      {
        trigger: 'always',
        event_name: 'System Hook',
        project_id: null,
        resource: `${kind}:${event.subject}`,
        event_id: event.id,
        at: new Date(event.time),
        payload: () => payloadOf(deps, event, deed),
      },
    ];
  };
}

const as = (name: string) => (): SystemDeed => ({ name, before: {} });

function projectChange({ data }: ForgeEvent): SystemDeed {
  const { namespace_id, path, path_with_namespace: fullPath } = data.changes as Changes;
  const entity = data.entity as { path_with_namespace?: string };
  const parent = (entity.path_with_namespace ?? '').split('/').slice(0, -1).join('/');
  const old = fullPath?.from ?? (path ? `${parent}/${String(path.from)}` : undefined);
  if (namespace_id ?? path ?? fullPath)
    return {
      name: namespace_id ? 'project_transfer' : 'project_rename',
      before: { old_path_with_namespace: old },
    };
  return { name: 'project_update', before: {} };
}

function groupChange({ data }: ForgeEvent): SystemDeed | undefined {
  const { path } = data.changes as Changes;
  if (!path) return undefined;
  const { full_path: fullPath = '' } = data.entity as { full_path?: string };
  const parent = fullPath.split('/').slice(0, -1);
  const old = String(path.from);
  return { name: 'group_rename', before: { old_path: old, old_full_path: [...parent, old].join('/') } };
}

function userChange({ data }: ForgeEvent): SystemDeed | undefined {
  const { username } = data.changes as Changes;
  return username && { name: 'user_rename', before: { old_username: username.from } };
}

const memberNames: Record<string, [team: string, group: string]> = {
  added: ['user_add_to_team', 'user_add_to_group'],
  updated: ['user_update_for_team', 'user_update_for_group'],
  removed: ['user_remove_from_team', 'user_remove_from_group'],
};

function memberDeed({ type, data }: ForgeEvent): SystemDeed {
  const [ofTeam = '', ofGroup = ''] = memberNames[type.slice(type.lastIndexOf('.') + 1)] ?? [];
  const isProject = (data.entity as { source_kind?: string }).source_kind === 'project';
  return { name: isProject ? ofTeam : ofGroup, before: {} };
}

/** The occasions of each event. */
export const systemOccasions = {
  'projects.project.created': told(projectPayload, as('project_create')),
  'projects.project.updated': told(projectPayload, projectChange),
  'projects.project.deleted': told(projectPayload, as('project_destroy')),
  'projects.group.created': told(groupPayload, as('group_create')),
  'projects.group.updated': told(groupPayload, groupChange),
  'projects.group.deleted': told(groupPayload, as('group_destroy')),
  'projects.member.added': told(memberPayload, memberDeed),
  'projects.member.updated': told(memberPayload, memberDeed),
  'projects.member.removed': told(memberPayload, memberDeed),
  'identity.user.created': told(userPayload, as('user_create')),
  'identity.user.updated': told(userPayload, userChange),
  'identity.user.deleted': told(userPayload, as('user_destroy')),
  'identity.ssh_key.created': told(keyPayload, as('key_create')),
  'identity.ssh_key.deleted': told(keyPayload, as('key_destroy')),
};
