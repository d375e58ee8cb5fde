/**
 * Determines the recipients of notifications about items. Candidates are participants, mentioned
 * users, subscribers and watchers; the notification level that each of them set for the nearest
 * project or group decides. Whether they may read the item is checked when the mail is sent.
 */
import { participantIds } from '../../items/shared/participants';
import { itemStore } from '../../items/shared/item-stores';
import type { ItemDocument } from '../../items/shared/item.model';
import { mentionsOf, type Mentions } from '../../items/shared/texts/mentions';
import {
  eventDefaults,
  type NotificationEvent,
  type NotificationPlace,
  type NotificationSettingDocument,
} from '../notification-settings/notification-setting.model';
import type { Collaboration } from '../../deps';
import type { MailReason } from './mail.model';
import { isWatched, switchOf, type ItemNews, type News } from './mails/news';
import type { Recipient } from './queue-mails';

/** The candidates for a notification. */
export interface Audience {
  news: ItemNews;
  /** Whether it is for everyone who follows the item; otherwise only for the users named here. */
  isForAll: boolean;
  /** Users mentioned in the text. */
  mentions: readonly Mentions[];
  /** Former participants, such as removed assignees. */
  former: readonly number[];
  /** Labels whose subscribers are notified. */
  label_ids: readonly number[];
}

/** How a user relates to a notification, strongest first. */
type Way = 'mentioned' | 'subscribed' | 'participating' | 'watching';
const ways: readonly Way[] = ['mentioned', 'subscribed', 'participating', 'watching'];

/** The candidates for a notification, with their relations to it. */
export type Heard = ReadonlyMap<number, ReadonlySet<Way>>;

/** The rules that decide whether a candidate is notified. */
export interface Rule {
  places: readonly NotificationPlace[];
  /** Users who unsubscribed. */
  unsubscribed_ids: readonly number[];
  /** Assignees of the item. */
  assignee_ids: readonly number[];
  /** Whether users with the level `watch` are notified. */
  isWatched: boolean;
  /** The event that selects it at the level `custom`; null if there is none. */
  chosen: NotificationEvent | null;
}

type Item = ItemDocument & { assignee_ids?: number[] };
type Setting = NotificationSettingDocument;
type Place = Pick<News, 'project_id' | 'group_id'>;

/** Maximum number of watchers that are considered. */
const MAX_WATCHERS = 1_000;

/** The users to notify, without the acting user. */
export async function recipientsOf(deps: Collaboration, audience: Audience): Promise<Recipient[]> {
  const { news } = audience;
  const item = (await itemStore(deps, news.target_type)?.find(news.target_id)) as Item | null | undefined;
  if (!item) return [];
  const places = await placesOf(deps, news);
  const heard = hearing(news.actor, [
    ['mentioned', await mentionedIds(deps, audience.mentions)],
    ['subscribed', await labelSubscribers(deps, news, audience.label_ids)],
    ...(audience.isForAll ? await allWhoHear(deps, audience, item, places) : []),
  ]);
  return toldAmong(deps, heard, {
    ...{ places, unsubscribed_ids: item.unsubscribed_ids, assignee_ids: item.assignee_ids ?? [] },
    ...{ isWatched: isWatched(news), chosen: switchOf(news) },
  });
}

type Hearing = readonly [way: Way, ids: readonly number[]];

async function allWhoHear(
  deps: Collaboration,
  { news, former }: Audience,
  item: Item,
  places: readonly NotificationPlace[],
): Promise<Hearing[]> {
  return [
    ['participating', await participantIds(deps, news.target_type, item)],
    ['participating', await mentionedIds(deps, [mentionsOf(item.description)])],
    ['participating', former],
    ['subscribed', item.subscribed_ids],
    ['watching', await watchers(deps, news, places)],
  ];
}

/** Collects the candidates and their relations, without the acting user. */
export function hearing(actor: number | null, all: readonly Hearing[]): Heard {
  const heard = new Map<number, Set<Way>>();
  for (const [way, ids] of all) for (const id of ids) heard.set(id, (heard.get(id) ?? new Set()).add(way));
  heard.delete(actor ?? 0);
  return heard;
}

/** The candidates whose settings let the notification through. */
export async function toldAmong(deps: Collaboration, heard: Heard, rule: Rule): Promise<Recipient[]> {
  const settings = await settingsOf(deps, [...heard.keys()], rule.places);
  return [...heard].flatMap(([user_id, how]) => {
    const way = ways.find((one) => how.has(one) && passes(rule, { user_id, way: one, settings }));
    return way === undefined ? [] : [{ user_id, reason: reasonOf(rule, user_id, way) }];
  });
}

/** The scopes of settings that apply in a project or group, nearest first. */
export async function placesOf(
  { display }: Collaboration,
  { project_id, group_id }: Place,
): Promise<NotificationPlace[]> {
  const place = project_id === null ? await display.groups.get(group_id ?? 0) : await display.projects.get(project_id);
  const above = [...(place?.ancestor_ids ?? [])].reverse().map((id) => `group/${id}` as const);
  return [project_id === null ? `group/${group_id ?? 0}` : `project/${project_id}`, ...above, 'global'];
}

/** Ids of the mentioned users. */
export async function mentionedIds({ clients }: Collaboration, mentions: readonly Mentions[]): Promise<number[]> {
  const usernames = [...new Set(mentions.flatMap(({ direct, others }) => [...direct, ...others]))];
  if (usernames.length === 0) return [];
  return (await clients.users.listUserProfiles({ usernames })).users.map(({ id }) => id);
}

async function labelSubscribers(
  { labels }: Collaboration,
  { project_id }: ItemNews,
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
  deps: Collaboration,
  news: Place,
  places: readonly NotificationPlace[],
): Promise<number[]> {
  const rows = await deps.notificationSettings.model
    .find({ place: { $in: [...places] }, level: { $in: ['watch', 'custom'] } }, { user_id: 1, place: 1 })
    .limit(MAX_WATCHERS)
    .lean<Pick<Setting, 'user_id' | 'place'>[]>();
  const here = new Set(rows.filter(({ place }) => place !== 'global').map((row) => row.user_id));
  const elsewhere = [...new Set(rows.map((row) => row.user_id))].filter((id) => !here.has(id));
  return [...here, ...(await membersAmong(deps, news, elsewhere))];
}

async function membersAmong(
  { clients, display }: Collaboration,
  { project_id, group_id }: Place,
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
  { notificationSettings }: Collaboration,
  ids: readonly number[],
  places: readonly NotificationPlace[],
): Promise<ReadonlyMap<number, Setting>> {
  const rows = await notificationSettings.model
    .find({ user_id: { $in: [...ids] }, place: { $in: [...places] } })
    .lean<Setting[]>();
  const far = (row: Setting): number => places.indexOf(row.place);
  const said = rows.filter(({ level }) => level !== 'global').sort((one, other) => far(other) - far(one));
  return new Map(said.map((row) => [row.user_id, row]));
}

/** Whether a candidate is notified because of one relation. */
function passes(
  { unsubscribed_ids: unsubscribed, isWatched: isForWatchers, chosen }: Rule,
  { user_id, way, settings }: { user_id: number; way: Way; settings: ReadonlyMap<number, Setting> },
): boolean {
  // Unsubscribed users are notified only if they are mentioned.
  if (way !== 'mentioned' && unsubscribed.includes(user_id)) return false;
  // An explicit subscription to the item takes precedence over the level.
  if (way === 'subscribed') return true;
  const { level = 'participating', events } = settings.get(user_id) ?? {};
  if (level === 'disabled') return false;
  if (level === 'mention') return way === 'mentioned';
  if (way !== 'watching') return true;
  if (level === 'watch') return isForWatchers;
  return level === 'custom' && chosen !== null && { ...eventDefaults, ...events }[chosen];
}

function reasonOf({ assignee_ids: assignees }: Pick<Rule, 'assignee_ids'>, userId: number, way: Way): MailReason {
  return way !== 'mentioned' && assignees.includes(userId) ? 'assigned' : way;
}
