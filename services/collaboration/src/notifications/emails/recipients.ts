/**
 * Determines the recipients of notifications about items. Candidates are participants, mentioned
 * users, subscribers and watchers; the notification level that each of them set for the nearest
 * project or group decides. Whether they may read the item is checked when the mail is sent.
 */
import { participantIds } from '#items/participants';
import { type ItemDocument, itemStore } from '#items/model';
import { type Mentions, mentionsOf } from '#texts';
import {
  eventDefaults,
  type NotificationEvent,
  type NotificationScope,
  type NotificationSettingDocument,
} from '#notifications/notification-settings';
import {
  isWatched,
  settingEventOf,
  type ItemNotification,
  type MailReason,
  type Notification,
  type Recipient,
} from './notification';
import type { EmailsDeps } from './deps';

/** The candidates for a notification. */
export interface Audience {
  notification: ItemNotification;
  /** Whether it is for everyone who follows the item; otherwise only for the users named here. */
  isForAll: boolean;
  /** Users mentioned in the text. */
  mentions: readonly Mentions[];
  /** Former participants, such as removed assignees. */
  former: readonly number[];
  /** Labels whose subscribers are notified. */
  label_ids: readonly number[];
  /** Users whom the notification concerns by name, such as reviewers who are asked again. */
  named: readonly number[];
}

/** How a user relates to a notification, strongest first. */
type Relation = 'mentioned' | 'subscribed' | 'participating' | 'watching';
const relations: readonly Relation[] = ['mentioned', 'subscribed', 'participating', 'watching'];

/** The candidates for a notification, with their relations to it. */
export type Candidates = ReadonlyMap<number, ReadonlySet<Relation>>;

/** The rules that decide whether a candidate is notified. */
export interface DeliveryRule {
  scopes: readonly NotificationScope[];
  /** Users who unsubscribed. */
  unsubscribed_ids: readonly number[];
  /** Assignees of the item. */
  assignee_ids: readonly number[];
  /** Whether users with the level `watch` are notified. */
  notifiesWatchers: boolean;
  /** The event that selects it at the level `custom`; null if there is none. */
  customEvent: NotificationEvent | null;
}

type Item = ItemDocument & { assignee_ids?: number[] };
type Setting = NotificationSettingDocument;
type NotificationOwner = Pick<Notification, 'project_id' | 'group_id'>;

/** Maximum number of watchers that are considered. */
const MAX_WATCHERS = 1_000;

/** The users to notify, without the acting user. */
export async function recipientsOf(deps: EmailsDeps, audience: Audience): Promise<Recipient[]> {
  const { notification } = audience;
  const item = (await itemStore(deps, notification.target_type)?.find(notification.target_id)) as
    Item | null | undefined;
  if (!item) return [];
  const scopes = await settingScopesOf(deps, notification);
  const candidates = collectCandidates(notification.actor, [
    ['mentioned', await mentionedIds(deps, audience.mentions)],
    ['participating', audience.named],
    ['subscribed', await labelSubscribers(deps, notification, audience.label_ids)],
    ...(audience.isForAll ? await followersOf(deps, audience, item, scopes) : []),
  ]);
  return selectRecipients(deps, candidates, {
    scopes,
    unsubscribed_ids: item.unsubscribed_ids,
    assignee_ids: item.assignee_ids ?? [],
    notifiesWatchers: isWatched(notification),
    customEvent: settingEventOf(notification),
  });
}

type CandidateGroup = readonly [relation: Relation, ids: readonly number[]];

async function followersOf(
  deps: EmailsDeps,
  { notification, former }: Audience,
  item: Item,
  scopes: readonly NotificationScope[],
): Promise<CandidateGroup[]> {
  return [
    ['participating', await participantIds(deps, notification.target_type, item)],
    ['participating', await mentionedIds(deps, [mentionsOf(item.description)])],
    ['participating', former],
    ['subscribed', item.subscribed_ids],
    ['watching', await watchers(deps, notification, scopes)],
  ];
}

/** Collects the candidates and their relations, without the acting user. */
export function collectCandidates(actor: number | null, all: readonly CandidateGroup[]): Candidates {
  const candidates = new Map<number, Set<Relation>>();
  for (const [relation, ids] of all)
    for (const id of ids) candidates.set(id, (candidates.get(id) ?? new Set()).add(relation));
  candidates.delete(actor ?? 0);
  return candidates;
}

/** The candidates whose settings let the notification through. */
export async function selectRecipients(
  deps: EmailsDeps,
  candidates: Candidates,
  rule: DeliveryRule,
): Promise<Recipient[]> {
  const settings = await settingsOf(deps, [...candidates.keys()], rule.scopes);
  return [...candidates].flatMap(([user_id, how]) => {
    const relation = relations.find((one) => how.has(one) && isNotified(rule, { user_id, relation: one, settings }));
    return relation === undefined ? [] : [{ user_id, reason: reasonOf(rule, user_id, relation) }];
  });
}

/** The scopes of settings that apply in a project or group, nearest first. */
export async function settingScopesOf(
  { display }: EmailsDeps,
  { project_id, group_id }: NotificationOwner,
): Promise<NotificationScope[]> {
  const owner = project_id === null ? await display.groups.get(group_id ?? 0) : await display.projects.get(project_id);
  const above = [...(owner?.ancestor_ids ?? [])].reverse().map((id) => `group/${id}` as const);
  return [project_id === null ? `group/${group_id ?? 0}` : `project/${project_id}`, ...above, 'global'];
}

/** Ids of the mentioned users. */
export async function mentionedIds({ clients }: EmailsDeps, mentions: readonly Mentions[]): Promise<number[]> {
  const usernames = [...new Set(mentions.flatMap(({ direct, others }) => [...direct, ...others]))];
  if (usernames.length === 0) return [];
  return (await clients.users.listUserProfiles({ usernames })).users.map(({ id }) => id);
}

async function labelSubscribers(
  { planning: { labels } }: EmailsDeps,
  { project_id }: ItemNotification,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await labels.model.find({ _id: { $in: [...ids] } }, { subscriptions: 1 }).lean();
  const all = found.flatMap(({ subscriptions }) => subscriptions);
  return all.filter((one) => one.project_id === null || one.project_id === project_id).map((one) => one.user_id);
}

/**
 * Users who watch one of the scopes, or chose events there. Those who do so globally are included
 * only if they are members.
 */
export async function watchers(
  deps: EmailsDeps,
  notification: NotificationOwner,
  scopes: readonly NotificationScope[],
): Promise<number[]> {
  const rows = await deps.notificationSettings.model
    .find({ place: { $in: [...scopes] }, level: { $in: ['watch', 'custom'] } }, { user_id: 1, place: 1 })
    .limit(MAX_WATCHERS)
    .lean<Pick<Setting, 'user_id' | 'place'>[]>();
  const here = new Set(rows.filter(({ place }) => place !== 'global').map((row) => row.user_id));
  const elsewhere = [...new Set(rows.map((row) => row.user_id))].filter((id) => !here.has(id));
  return [...here, ...(await membersAmong(deps, notification, elsewhere))];
}

async function membersAmong(
  { clients, display }: EmailsDeps,
  { project_id, group_id }: NotificationOwner,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  if (project_id !== null) {
    const { levels } = await clients.members.listProjectLevels({ project_id, user_ids: [...ids] });
    return levels.map(({ user_id: id }) => id);
  }
  const group = await display.groups.get(group_id ?? 0);
  const group_ids = [group_id ?? 0, ...(group?.ancestor_ids ?? [])];
  const { members } = await clients.members.listMembersOfGroups({ group_ids, with_shared: true });
  const memberIds = new Set(members.map((one) => one.user_id));
  return ids.filter((id) => memberIds.has(id));
}

/** The settings of users in the nearest scope; settings with the level `global` are skipped. */
export async function settingsOf(
  { notificationSettings }: EmailsDeps,
  ids: readonly number[],
  scopes: readonly NotificationScope[],
): Promise<ReadonlyMap<number, Setting>> {
  const rows = await notificationSettings.model
    .find({ user_id: { $in: [...ids] }, place: { $in: [...scopes] } })
    .lean<Setting[]>();
  const distance = (row: Setting): number => scopes.indexOf(row.place);
  const applicable = rows
    .filter(({ level }) => level !== 'global')
    .sort((one, other) => distance(other) - distance(one));
  return new Map(applicable.map((row) => [row.user_id, row]));
}

/** Whether a candidate is notified because of one relation. */
function isNotified(
  { unsubscribed_ids: unsubscribed, notifiesWatchers, customEvent }: DeliveryRule,
  { user_id, relation, settings }: { user_id: number; relation: Relation; settings: ReadonlyMap<number, Setting> },
): boolean {
  // Unsubscribed users are notified only if they are mentioned.
  if (relation !== 'mentioned' && unsubscribed.includes(user_id)) return false;
  // An explicit subscription to the item takes precedence over the level.
  if (relation === 'subscribed') return true;
  const { level = 'participating', events } = settings.get(user_id) ?? {};
  if (level === 'disabled') return false;
  if (level === 'mention') return relation === 'mentioned';
  if (relation !== 'watching') return true;
  if (level === 'watch') return notifiesWatchers;
  return level === 'custom' && customEvent !== null && { ...eventDefaults, ...events }[customEvent];
}

function reasonOf(
  { assignee_ids: assignees }: Pick<DeliveryRule, 'assignee_ids'>,
  userId: number,
  relation: Relation,
): MailReason {
  return relation !== 'mentioned' && assignees.includes(userId) ? 'assigned' : relation;
}
