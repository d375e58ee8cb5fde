/**
 * Triggers for all system hooks: created, changed and removed projects, groups, members, users and
 * keys.
 */
import type { EventType, ForgeEvent } from '@forgemesh/events';
import {
  groupPayload,
  keyPayload,
  memberPayload,
  projectPayload,
  userPayload,
  type MemberEventType,
  type SystemEvent,
} from '#webhooks/payloads';
import type { HookTrigger } from '#webhooks/deliveries';
import type { TriggersDeps } from './deps';

type PayloadOf<Type extends EventType> = (
  deps: TriggersDeps,
  event: ForgeEvent<Type>,
  systemEvent: SystemEvent,
) => Promise<object | null>;

/** Creates the triggers of an event. */
export type TriggersOf<Type extends EventType> = (deps: TriggersDeps, event: ForgeEvent<Type>) => HookTrigger[];

/**
 * Creates triggers with the given payload. `systemEventOf` returns the event name and previous
 * values; undefined if the event triggers nothing.
 */
function systemTrigger<Type extends EventType>(
  payloadOf: PayloadOf<Type>,
  systemEventOf: (event: ForgeEvent<Type>) => SystemEvent | undefined,
): TriggersOf<Type> {
  return (deps, event) => {
    const systemEvent = systemEventOf(event);
    if (!systemEvent) return [];
    const [, kind = ''] = event.type.split('.');
    return [
      {
        trigger: 'always',
        event_name: 'System Hook',
        project_id: null,
        resource: `${kind}:${event.subject}`,
        event_id: event.id,
        at: new Date(event.time),
        payload: () => payloadOf(deps, event, systemEvent),
      },
    ];
  };
}

const as = (name: string) => (): SystemEvent => ({ name, before: {} });

function projectChange({ data }: ForgeEvent<'projects.project.updated'>): SystemEvent {
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

function groupChange({ data }: ForgeEvent<'projects.group.updated'>): SystemEvent | undefined {
  const { path } = data.changes;
  if (!path) return undefined;
  const parent = data.entity.full_path.split('/').slice(0, -1);
  const { from: old } = path;
  return { name: 'group_rename', before: { old_path: old, old_full_path: [...parent, old].join('/') } };
}

function userChange({ data }: ForgeEvent<'identity.user.updated'>): SystemEvent | undefined {
  const { username } = data.changes;
  return username && { name: 'user_rename', before: { old_username: username.from } };
}

const memberNames: Record<string, [team: string, group: string]> = {
  added: ['user_add_to_team', 'user_add_to_group'],
  updated: ['user_update_for_team', 'user_update_for_group'],
  removed: ['user_remove_from_team', 'user_remove_from_group'],
};

function memberChange({ type, data }: ForgeEvent<MemberEventType>): SystemEvent {
  const [ofTeam = '', ofGroup = ''] = memberNames[type.slice(type.lastIndexOf('.') + 1)] ?? [];
  const isProject = data.entity.source_kind === 'project';
  return { name: isProject ? ofTeam : ofGroup, before: {} };
}

/** The triggers of each event type. */
export const systemTriggers = {
  'projects.project.created': systemTrigger(projectPayload, as('project_create')),
  'projects.project.updated': systemTrigger(projectPayload, projectChange),
  'projects.project.deleted': systemTrigger(projectPayload, as('project_destroy')),
  'projects.group.created': systemTrigger(groupPayload, as('group_create')),
  'projects.group.updated': systemTrigger(groupPayload, groupChange),
  'projects.group.deleted': systemTrigger(groupPayload, as('group_destroy')),
  'projects.member.added': systemTrigger(memberPayload, memberChange),
  'projects.member.updated': systemTrigger(memberPayload, memberChange),
  'projects.member.removed': systemTrigger(memberPayload, memberChange),
  'identity.user.created': systemTrigger(userPayload, as('user_create')),
  'identity.user.updated': systemTrigger(userPayload, userChange),
  'identity.user.deleted': systemTrigger(userPayload, as('user_destroy')),
  'identity.ssh_key.created': systemTrigger(keyPayload, as('key_create')),
  'identity.ssh_key.deleted': systemTrigger(keyPayload, as('key_destroy')),
};
