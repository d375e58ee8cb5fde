/**
 * Who is told of news of an item.
 *
 * Whoever takes part, was named, subscribed or watches may be told; the level that he chose nearest to the item decides. Whether he may read
 * the item is asked when his mail is sent.
 */
import { participantIds } from '../items/participants';
import { itemStore } from '../items/item-stores';
import type { ItemDocument } from '../items/item.model';
import { mentionsOf, type Mentions } from '../items/mentions';
import {
  eventDefaults,
  type NotificationPlace,
  type NotificationSettingDocument,
} from '../notification-settings/notification-setting.model';
import type { Collaboration } from '../service';
import type { MailReason } from './mail.model';
import { isWatched, switchOf, type ItemNews } from './news';
import type { Recipient } from './queue-mails';

/** Whom news are for. */
export interface Audience {
  news: ItemNews;
  /** Whether they are for all who hear of the item; else for those named here. */
  isForAll: boolean;
  /** Named in what was written. */
  mentions: readonly Mentions[];
  /** Taking part although the item does not say so any more. */
  former: readonly number[];
  /** Labels whose subscribers are told. */
  label_ids: readonly number[];
}

/** How somebody comes to hear of it, the strongest first. */
type Way = 'mentioned' | 'subscribed' | 'participating' | 'watching';
const ways: readonly Way[] = ['mentioned', 'subscribed', 'participating', 'watching'];

type Item = ItemDocument & { assignee_ids?: number[] };
type Setting = NotificationSettingDocument;

/** More who watch a place are not asked for. */
const MOST_WATCHERS = 1_000;

/** Who is told, never whoever did it. */
export async function recipientsOf(deps: Collaboration, audience: Audience): Promise<Recipient[]> {
  const { news } = audience;
  const item = (await itemStore(deps, news.target_type)?.find(news.target_id)) as Item | null | undefined;
  if (!item) return [];
  const heard = new Map<number, Set<Way>>();
  const add = (way: Way, ids: readonly number[]): void => {
    for (const id of ids) heard.set(id, (heard.get(id) ?? new Set()).add(way));
  };
  const places = await placesOf(deps, news);
  add('mentioned', await mentionedIds(deps, audience.mentions));
  add('subscribed', await labelSubscribers(deps, news, audience.label_ids));
  if (audience.isForAll) {
    add('participating', await participantIds(deps, news.target_type, item));
    add('participating', await mentionedIds(deps, [mentionsOf(item.description)]));
    add('participating', audience.former);
    add('subscribed', item.subscribed_ids);
    add('watching', await watchers(deps, news, places));
  }
  heard.delete(news.actor ?? 0);
  const settings = await settingsOf(deps, [...heard.keys()], places);
  return [...heard].flatMap(([user_id, how]) => {
    const way = ways.find((one) => how.has(one) && passes(news, item, { user_id, way: one, settings }));
    return way === undefined ? [] : [{ user_id, reason: reasonOf(item, user_id, way) }];
  });
}

/** Where settings count for an item, the nearest first. */
async function placesOf({ display }: Collaboration, { project_id, group_id }: ItemNews): Promise<NotificationPlace[]> {
  const place = project_id === null ? await display.groups.get(group_id ?? 0) : await display.projects.get(project_id);
  const above = [...(place?.ancestor_ids ?? [])].reverse().map((id) => `group/${id}` as const);
  return [project_id === null ? `group/${group_id ?? 0}` : `project/${project_id}`, ...above, 'global'];
}

async function mentionedIds({ clients }: Collaboration, mentions: readonly Mentions[]): Promise<number[]> {
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

/** Who watches a place, or chose events there. Who does so everywhere is told of what he is a member of. */
async function watchers(deps: Collaboration, news: ItemNews, places: readonly NotificationPlace[]): Promise<number[]> {
  const rows = await deps.notificationSettings
    .find({ place: { $in: [...places] }, level: { $in: ['watch', 'custom'] } }, { user_id: 1, place: 1 })
    .limit(MOST_WATCHERS)
    .lean<Pick<Setting, 'user_id' | 'place'>[]>();
  const here = new Set(rows.filter(({ place }) => place !== 'global').map((row) => row.user_id));
  const elsewhere = [...new Set(rows.map((row) => row.user_id))].filter((id) => !here.has(id));
  return [...here, ...(await membersAmong(deps, news, elsewhere))];
}

async function membersAmong(
  { clients, display }: Collaboration,
  { project_id, group_id }: ItemNews,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  if (project_id !== null) {
    const { levels } = await clients.members.listProjectLevels({ project_id, user_ids: [...ids] });
    return levels.map(({ user_id: id }) => id);
  }
  const group = await display.groups.get(group_id ?? 0);
  const group_ids = [group_id ?? 0, ...(group?.ancestor_ids ?? [])];
  const members = new Set((await clients.members.listMembersOfGroups({ group_ids })).members.map((one) => one.user_id));
  return ids.filter((id) => members.has(id));
}

/** What each of some users said, the nearest place first; without what leaves it to the next. */
export async function settingsOf(
  { notificationSettings }: Collaboration,
  ids: readonly number[],
  places: readonly NotificationPlace[],
): Promise<ReadonlyMap<number, Setting>> {
  const rows = await notificationSettings
    .find({ user_id: { $in: [...ids] }, place: { $in: [...places] } })
    .lean<Setting[]>();
  const far = (row: Setting): number => places.indexOf(row.place);
  const said = rows.filter(({ level }) => level !== 'global').sort((one, other) => far(other) - far(one));
  return new Map(said.map((row) => [row.user_id, row]));
}

/** Whether somebody is told who hears of it in one way. */
function passes(
  news: ItemNews,
  { unsubscribed_ids: unsubscribed }: Item,
  { user_id, way, settings }: { user_id: number; way: Way; settings: ReadonlyMap<number, Setting> },
): boolean {
  // Who does not want to hear of it is told only where somebody names him.
  if (way !== 'mentioned' && unsubscribed.includes(user_id)) return false;
  // Who asked for this very item wants to be told of it, whatever else he says.
  if (way === 'subscribed') return true;
  const { level = 'participating', events } = settings.get(user_id) ?? {};
  if (level === 'disabled') return false;
  if (level === 'mention') return way === 'mentioned';
  if (way !== 'watching') return true;
  if (level === 'watch') return isWatched(news);
  const chosen = switchOf(news);
  return level === 'custom' && chosen !== null && { ...eventDefaults, ...events }[chosen];
}

function reasonOf({ assignee_ids: assignees = [] }: Item, userId: number, way: Way): MailReason {
  return way !== 'mentioned' && assignees.includes(userId) ? 'assigned' : way;
}
