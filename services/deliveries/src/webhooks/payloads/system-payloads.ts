/** Payloads of system hooks for projects, groups, members, users and keys. */
import type { EventEntity, ForgeEvent } from '@forgemesh/events';
import { findHookProject } from './common-blocks';
import type { PayloadsDeps } from './deps';

export type ProjectEventType = `projects.project.${'created' | 'updated' | 'deleted'}`;
export type GroupEventType = `projects.group.${'created' | 'updated' | 'deleted'}`;
export type MemberEventType = `projects.member.${'added' | 'updated' | 'removed'}`;
export type UserEventType = `identity.user.${'created' | 'updated' | 'deleted'}`;
export type KeyEventType = `identity.ssh_key.${'created' | 'deleted'}`;

/** The event name for receivers, and previous values of renamed objects. */
export interface SystemEvent {
  name: string;
  before: Record<string, unknown>;
}

const accessNames: Record<number, string> = {
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
};

/** Payload of `project_...`. */
export async function projectPayload(
  deps: PayloadsDeps,
  event: ForgeEvent<ProjectEventType>,
  systemEvent: SystemEvent,
): Promise<object> {
  const project = event.data.entity;
  const ownerId = project.owner?.id ?? project.creator_id;
  const owner = ownerId ? await deps.display.users.get(ownerId) : undefined;
  const { name = '', email = '' } = owner ?? {};
  return {
    created_at: project.created_at,
    updated_at: event.time,
    event_name: systemEvent.name,
    name: project.name,
    owner_email: email,
    owner_name: name,
    owners: owner ? [{ name, email }] : [],
    path: project.path,
    path_with_namespace: project.path_with_namespace,
    project_id: project.id,
    project_visibility: project.visibility,
    ...systemEvent.before,
  };
}

/** Payload of `group_...`. */
export function groupPayload(
  _deps: PayloadsDeps,
  event: ForgeEvent<GroupEventType>,
  systemEvent: SystemEvent,
): Promise<object> {
  const group = event.data.entity;
  return Promise.resolve({
    created_at: group.created_at,
    updated_at: event.time,
    event_name: systemEvent.name,
    name: group.name,
    owner_email: null,
    owner_name: null,
    path: group.path,
    full_path: group.full_path,
    group_id: group.id,
    ...systemEvent.before,
  });
}

type MemberEntity = EventEntity<MemberEventType>;

/** Payload of `user_..._team` and `user_..._group`; null if the project or group was deleted. */
export async function memberPayload(
  deps: PayloadsDeps,
  event: ForgeEvent<MemberEventType>,
  systemEvent: SystemEvent,
): Promise<object | null> {
  const member = event.data.entity;
  const blockOf = member.source_kind === 'project' ? memberProjectBlock : memberGroupBlock;
  const [sourceBlock, user] = await Promise.all([blockOf(deps, member), deps.display.users.get(member.user_id)]);
  if (!sourceBlock) return null;
  return {
    created_at: member.created_at,
    updated_at: event.time,
    event_name: systemEvent.name,
    ...sourceBlock,
    user_email: user?.email ?? '',
    user_name: user?.name ?? '',
    user_username: user?.username ?? '',
    user_id: member.user_id,
  };
}

async function memberProjectBlock(
  deps: PayloadsDeps,
  { source_id: id, access_level: level }: MemberEntity,
): Promise<object | null> {
  const project = await findHookProject(deps, id);
  if (!project) return null;
  return {
    access_level: accessNames[level] ?? String(level),
    project_id: id,
    project_name: project.name,
    project_path: project.path,
    project_path_with_namespace: project.path_with_namespace,
    project_visibility: project.visibility,
  };
}

async function memberGroupBlock(
  deps: PayloadsDeps,
  { source_id: id, access_level: level }: MemberEntity,
): Promise<object | null> {
  const group = await deps.display.groups.get(id);
  if (!group) return null;
  return {
    group_access: accessNames[level] ?? String(level),
    group_id: id,
    group_name: group.name,
    group_path: group.path,
    group_full_path: group.full_path,
  };
}

/** Payload of `user_create`, `user_rename` and `user_destroy`. */
export function userPayload(
  _deps: PayloadsDeps,
  event: ForgeEvent<UserEventType>,
  systemEvent: SystemEvent,
): Promise<object> {
  const { id, name, username, email, created_at } = event.data.entity;
  const fields = {
    created_at,
    updated_at: event.time,
    event_name: systemEvent.name,
    email,
    name,
    username,
    user_id: id,
  };
  return Promise.resolve({ ...fields, ...systemEvent.before });
}

/** Payload of `key_create` and `key_destroy`. Deploy keys have no user. */
export async function keyPayload(
  deps: PayloadsDeps,
  event: ForgeEvent<KeyEventType>,
  systemEvent: SystemEvent,
): Promise<object> {
  const { id, key, user_id, created_at } = event.data.entity;
  const user = user_id === null ? undefined : await deps.display.users.get(user_id);
  const times = { event_name: systemEvent.name, created_at, updated_at: event.time };
  return { ...times, username: user?.username ?? null, key, id };
}
