/**
 * Consumers that keep the contribution events, one for each service whose bus events they follow.
 */
import type { AnyConsumer, EventConsumer, EventType, ForgeEvent } from '@forgemesh/events';
import {
  commonFields,
  type ContributionEventsDeps,
  contributionOfItem,
  contributionOfPush,
  contributionsOfWikiPush,
  itemEventTypes,
  type NewContribution,
  NO_TARGET,
  recordDeletedOwners,
  removeContributionsOfNotes,
  removeContributionsOn,
  storeContributions,
  syncIssues,
  syncSnippets,
} from '#activity/contribution-events';
import type { NotificationSettingsDeps } from '#notifications/notification-settings';

const WIKI_PUSH = 'repository.wiki_push.received';
const itemEvents = [
  ...itemEventTypes,
  'collaboration.issue.updated',
  'collaboration.issue.deleted',
  'collaboration.merge_request.deleted',
  'collaboration.note.deleted',
] as const;
const projectEvents = [
  'projects.project.created',
  'projects.project.deleted',
  'projects.member.added',
  'projects.member.removed',
  'projects.snippet.updated',
  'projects.snippet.deleted',
] as const;

/**
 * Records contributions to issues, merge requests and milestones, and comments. Removes the events
 * of what is deleted.
 */
const onItemContribution: EventConsumer<(typeof itemEvents)[number], ContributionEventsDeps> = {
  name: 'collaboration-contributions',
  events: itemEvents,
  from: 'all',
  acrossRequests: true,
  async handleAll(events, deps) {
    await storeContributions(
      deps,
      events.filter(isItemEvent).flatMap((event) => contributionOfItem(event) ?? []),
    );
    const subjects = (type: EventType): number[] =>
      events.filter((event) => event.type === type).map(({ subject }) => Number(subject));
    const hidden = events.filter(
      (event) => event.type === 'collaboration.issue.updated' && event.data.changes.confidential !== undefined,
    );
    await syncIssues(
      deps,
      hidden.map(({ subject }) => Number(subject)),
    );
    await removeContributionsOn(deps, 'Issue', subjects('collaboration.issue.deleted'));
    await removeContributionsOn(deps, 'MergeRequest', subjects('collaboration.merge_request.deleted'));
    await removeContributionsOfNotes(deps, subjects('collaboration.note.deleted'));
  },
};

function isItemEvent(
  event: ForgeEvent<(typeof itemEvents)[number]>,
): event is ForgeEvent<(typeof itemEventTypes)[number]> {
  return itemEventTypes.some((type) => type === event.type);
}

/** Records approvals. */
const onApprovalContribution: EventConsumer<'approvals.merge_request.approved', ContributionEventsDeps> = {
  name: 'collaboration-contributions-of-approvals',
  events: ['approvals.merge_request.approved'],
  from: 'all',
  async handle(event, deps) {
    const { merge_request_id: id, project_id, user_id } = event.data.entity;
    const target = {
      subject_type: 'MergeRequest',
      subject_id: id,
      target_type: 'MergeRequest',
      target_id: id,
    } as const;
    const fields = { ...commonFields(event, user_id), ...target, project_id };
    await storeContributions(deps, [{ ...fields, area: 'merge_requests', action: 'approved' }]);
  },
};

/** Records pushes to repositories and changes of wiki pages. */
const onPushContribution: EventConsumer<'repository.push.received' | typeof WIKI_PUSH, ContributionEventsDeps> = {
  name: 'collaboration-contributions-of-pushes',
  events: ['repository.push.received', WIKI_PUSH],
  from: 'all',
  acrossRequests: true,
  async handleAll(events, deps) {
    const maxRefs = deps.instance.settings.current().push_event_activities_limit;
    await storeContributions(
      deps,
      events.flatMap((event) =>
        event.type === WIKI_PUSH ? contributionsOfWikiPush(event) : (contributionOfPush(event, maxRefs) ?? []),
      ),
    );
  },
};

/**
 * Records new projects and changes of their members. Removes the events of what is deleted, and
 * hides those on snippets that are no longer visible.
 */
const onProjectContribution: EventConsumer<(typeof projectEvents)[number], ContributionEventsDeps> = {
  name: 'collaboration-contributions-of-projects',
  events: projectEvents,
  from: 'all',
  acrossRequests: true,
  async handleAll(events, deps) {
    await storeContributions(
      deps,
      events.flatMap((event) => contributionOfProject(event) ?? []),
    );
    const removed = (type: EventType): number[] =>
      events.filter((event) => event.type === type).map(({ subject }) => Number(subject));
    const changed = events.filter(
      (event) => event.type === 'projects.snippet.updated' && event.data.changes.visibility !== undefined,
    );
    await syncSnippets(
      deps,
      changed.map(({ subject }) => Number(subject)),
    );
    await removeContributionsOn(deps, 'Snippet', removed('projects.snippet.deleted'));
    const projectIds = await deletedProjects(deps, removed('projects.project.deleted'));
    await recordDeletedOwners(deps.deletedOwners, 'project', projectIds);
    if (projectIds.length > 0) await deps.contributionEvents.deleteMany({ project_id: { $in: projectIds } });
  },
};

/** Those of the projects that no longer exist, according to the projects service. */
async function deletedProjects(
  { clients }: Pick<NotificationSettingsDeps, 'clients'>,
  ids: readonly number[],
): Promise<number[]> {
  const results = await Promise.all(
    ids.map((value) => clients.existence.getExistence({ subject: { $case: 'project_id', value } })),
  );
  return ids.filter((_, at) => results[at]?.exists === false);
}

function contributionOfProject(event: ForgeEvent<(typeof projectEvents)[number]>): NewContribution | null {
  const fields = { ...NO_TARGET, area: 'project' } as const;
  if (event.type === 'projects.project.created') {
    if (event.actor === null) return null;
    return { ...commonFields(event, event.actor), ...fields, project_id: Number(event.subject), action: 'created' };
  }
  if (event.type !== 'projects.member.added' && event.type !== 'projects.member.removed') return null;
  const { source_kind, source_id, user_id, expires_at } = event.data.entity;
  const isAdded = event.type === 'projects.member.added';
  // The owner of a new project becomes a member by creating it.
  if (source_kind !== 'project' || (isAdded && event.actor === user_id)) return null;
  const isExpired = expires_at !== null && expires_at <= event.time.slice(0, 'YYYY-MM-DD'.length);
  const action = isAdded ? 'joined' : isExpired ? 'expired' : 'left';
  return { ...commonFields(event, user_id), ...fields, project_id: source_id, action };
}

export const contributionConsumers: readonly AnyConsumer<ContributionEventsDeps>[] = [
  onItemContribution,
  onApprovalContribution,
  onPushContribution,
  onProjectContribution,
];
