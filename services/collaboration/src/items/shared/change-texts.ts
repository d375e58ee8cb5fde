/**
 * Builds the texts of system notes for a change, from the changes in the event alone, so that they
 * do not depend on when they are written.
 */
import type { EventChanges } from '@forgemesh/events';
import type { MilestoneDocument } from '#planning/milestones';
import { humanDuration } from './durations';
import type { Task } from '#texts';
import type { SpentTimeChange } from './item-events';
import type { ReferencesDeps } from '#items/references';
import type { AccessDeps } from '#access';

/** A value before and after. */
export interface Changed<T> {
  from: T;
  to: T;
}

/** Changes of an issue or epic in its events. */
export type ItemChanges = EventChanges<'collaboration.issue.updated'> & EventChanges<'collaboration.epic.updated'>;

/** The kind of an item in the texts. */
export type ItemNoun = 'issue' | 'merge request' | 'epic';

/** The texts of a change, in the order in which they are written. */
export async function changeTexts(deps: ReferencesDeps, noun: ItemNoun, changes: ItemChanges): Promise<string[]> {
  const hoursOnly = deps.instance.settings.current().time_tracking_limit_to_hours;
  const { title, description, due_date: due, confidential, discussion_locked: lock } = changes;
  return [
    ...stateTexts(changes),
    ...(title ? [titleText(title)] : []),
    ...(description ? descriptionTexts(description.toggled) : []),
    ...(changes.assignee_ids ? await peopleTexts(deps, changes.assignee_ids, assigneeVerbs) : []),
    ...(changes.milestone_id ? [await milestoneText(deps, changes.milestone_id.to)] : []),
    ...(changes.epic_id ? [await epicText(deps, changes.epic_id)] : []),
    ...dayTexts('start', changes.start_date_fixed),
    ...dayTexts('due', due ?? changes.due_date_fixed),
    ...(confidential ? [confidential.to ? 'made the issue confidential' : 'made the issue visible to everyone'] : []),
    ...(lock ? [`${lock.to ? 'locked' : 'unlocked'} this ${noun}`] : []),
    ...(changes.time_estimate ? [estimateText(changes.time_estimate.to, hoursOnly)] : []),
    ...(changes.total_time_spent ? [spentText(changes.total_time_spent, changes, hoursOnly)] : []),
  ];
}

function stateTexts({ state, via, moved_to, promoted_to }: ItemChanges): string[] {
  // The move or promotion writes a note of its own.
  if (moved_to !== undefined || promoted_to !== undefined) return [];
  if (!state) return [];
  const verb = state.to === 'opened' ? 'reopened' : state.to;
  return [via === undefined ? verb : `${verb} via ${via}`];
}

/** Highlights the part between the common prefix and the common suffix of both titles. */
function titleText({ from, to }: Changed<string>): string {
  const max = Math.min(from.length, to.length);
  let start = 0;
  while (start < max && from[start] === to[start]) start++;
  let end = 0;
  while (end < max - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  const marked = (title: string, sign: string): string => {
    const part = title.slice(start, title.length - end);
    const middle = part === '' ? '' : `{${sign}${part}${sign}}`;
    return `${title.slice(0, start)}${middle}${title.slice(title.length - end)}`;
  };
  return `changed title from **${marked(from, '-')}** to **${marked(to, '+')}**`;
}

function descriptionTexts(toggled: readonly Task[]): string[] {
  if (toggled.length === 0) return ['changed the description'];
  return toggled.map(({ text, done }) => `marked the task **${text}** as ${done ? 'completed' : 'incomplete'}`);
}

const assigneeVerbs = { added: 'assigned to', removed: 'unassigned' };

/** The text of a change of assignees or reviewers; empty if none was added or removed. */
export async function peopleTexts(
  { display }: Pick<AccessDeps, 'display'>,
  { from, to }: Changed<number[]>,
  verbs: { added: string; removed: string },
): Promise<string[]> {
  const users = await display.users.find([...from, ...to]);
  const named = (ids: number[]): string =>
    sentence(ids.flatMap((id) => users.get(id) ?? []).map((user) => `@${user.username}`));
  const added = named(to.filter((id) => !from.includes(id)));
  const removed = named(from.filter((id) => !to.includes(id)));
  const parts = [...(added ? [`${verbs.added} ${added}`] : []), ...(removed ? [`${verbs.removed} ${removed}`] : [])];
  return parts.length > 0 ? [parts.join(' and ')] : [];
}

async function milestoneText(
  { planning: { milestones } }: Pick<ReferencesDeps, 'planning'>,
  id: number | null,
): Promise<string> {
  const milestone: MilestoneDocument | null = id === null ? null : await milestones.find(id);
  if (!milestone) return 'removed milestone';
  return `changed milestone to ${milestone.project_id === null ? `%"${milestone.title}"` : `%${milestone.iid}`}`;
}

async function epicText(
  { items: { epics }, display }: Pick<ReferencesDeps, 'display' | 'items'>,
  { from, to }: Changed<number | null>,
): Promise<string> {
  const epic = await epics.find(to ?? from ?? 0);
  const group = epic ? await display.groups.get(epic.group_id) : undefined;
  const name = epic ? `${group?.full_path ?? ''}&${epic.iid}` : '';
  if (to === null) return `removed from epic ${name}`.trimEnd();
  return `${from === null ? 'added to' : 'changed'} epic ${from === null ? '' : 'to '}${name}`;
}

function estimateText(seconds: number, hoursOnly: boolean): string {
  const words = humanDuration(seconds, { hoursOnly });
  return words === null ? 'removed time estimate' : `changed time estimate to ${words}`;
}

function spentText(
  { from, to }: Changed<number>,
  { spent_at: day, spent_reset: isReset }: SpentTimeChange,
  hoursOnly: boolean,
): string {
  if (isReset) return 'removed time spent';
  const words = humanDuration(Math.abs(to - from), { hoursOnly }) ?? '';
  return `${to > from ? 'added' : 'subtracted'} ${words} of time spent${day === undefined ? '' : ` at ${day}`}`;
}

/** `a`, `a and b`, `a, b, and c`. */
export function sentence(words: readonly string[]): string {
  if (words.length < 3) return words.join(' and ');
  return `${words.slice(0, -1).join(', ')}, and ${words.at(-1) ?? ''}`;
}

function dayTexts(which: 'start' | 'due', day: Changed<string | null> | undefined): string[] {
  if (!day) return [];
  return [day.to === null ? `removed ${which} date` : `changed ${which} date to ${longDate(day.to)}`];
}

function longDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
