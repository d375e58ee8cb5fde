/**
 * What every hook of the instance hears: projects, groups, members, users and keys that come,
 * change and go.
 */
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { Projects } from '../../../deps';
import {
  groupPayload,
  keyPayload,
  memberPayload,
  projectPayload,
  userPayload,
  type MemberEventType,
  type SystemDeed,
} from '../payloads/system-payloads';
import type { HookOccasion } from '../queue-occasion';

type PayloadOf<Type extends EventType> = (
  deps: Projects,
  event: ForgeEvent<Type>,
  deed: SystemDeed,
) => Promise<object | null>;

/** The deliveries of an event. */
export type OccasionsOf<Type extends EventType> = (deps: Projects, event: ForgeEvent<Type>) => HookOccasion[];

/** An event of one kind: its name for receivers, and what it was before. */
function told<Type extends EventType>(
  payloadOf: PayloadOf<Type>,
  deedOf: (event: ForgeEvent<Type>) => SystemDeed | undefined,
): OccasionsOf<Type> {
  return (deps, event) => {
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

function projectChange({ data }: ForgeEvent<'projects.project.updated'>): SystemDeed {
  const { namespace_id, path, path_with_namespace: fullPath } = data.changes;
  const parent = data.entity.path_with_namespace.split('/').slice(0, -1).join('/');
  const old = fullPath?.from ?? (path ? `${parent}/${path.from}` : undefined);
  if (namespace_id ?? path ?? fullPath)
    return {
      name: namespace_id ? 'project_transfer' : 'project_rename',
      before: { old_path_with_namespace: old },
    };
  return { name: 'project_update', before: {} };
}

function groupChange({ data }: ForgeEvent<'projects.group.updated'>): SystemDeed | undefined {
  const { path } = data.changes;
  if (!path) return undefined;
  const parent = data.entity.full_path.split('/').slice(0, -1);
  const { from: old } = path;
  return { name: 'group_rename', before: { old_path: old, old_full_path: [...parent, old].join('/') } };
}

function userChange({ data }: ForgeEvent<'identity.user.updated'>): SystemDeed | undefined {
  const { username } = data.changes;
  return username && { name: 'user_rename', before: { old_username: username.from } };
}

const memberNames: Record<string, [team: string, group: string]> = {
  added: ['user_add_to_team', 'user_add_to_group'],
  updated: ['user_update_for_team', 'user_update_for_group'],
  removed: ['user_remove_from_team', 'user_remove_from_group'],
};

function memberDeed({ type, data }: ForgeEvent<MemberEventType>): SystemDeed {
  const [ofTeam = '', ofGroup = ''] = memberNames[type.slice(type.lastIndexOf('.') + 1)] ?? [];
  const isProject = data.entity.source_kind === 'project';
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
