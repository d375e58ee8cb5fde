/**
 * Mails about projects: exports and imports, to the requesting user; pipelines, to the user who
 * started them; moves, to the members.
 */
import { canReadFeature } from '@forgemesh/access';
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { rightsOnProject } from '#access';
import { eventDefaults, type NotificationEvent } from '#notifications/notification-settings';
import type { MailContent } from '@forgemesh/proto/collaboration/v1/mail_content';
import { projectOf } from './mail-parts';
import type { PipelineDetails, ProjectNotification, ProjectNotificationKind } from '../notification';
import { requestMails } from '../request-mails';
import { settingScopesOf, settingsOf } from '../recipients';
import type { EmailsDeps } from '../deps';

const requested = {
  'projects.export.completed': 'export_completed',
  'projects.export.failed': 'export_failed',
  'projects.import.completed': 'import_completed',
  'projects.import.failed': 'import_failed',
} as const satisfies Partial<Record<EventType, ProjectNotificationKind>>;

const SHORT_SHA = 8;

type PipelineKind = 'pipeline_failed' | 'pipeline_fixed' | 'pipeline_succeeded';

/** The events that select pipeline notifications at the level `custom`. */
const pipelineEvents: Record<PipelineKind, NotificationEvent> = {
  pipeline_failed: 'failed_pipeline',
  pipeline_fixed: 'fixed_pipeline',
  pipeline_succeeded: 'success_pipeline',
};

type RequestedEventType = keyof typeof requested;

/** Queues the mail about an export or import, unless the recipient has disabled notifications. */
export async function queueRequestedMail(deps: EmailsDeps, event: ForgeEvent<RequestedEventType>): Promise<void> {
  const { entity } = event.data;
  const { project_id, user_id } = entity;
  const { path, import_error: error } = 'path' in entity ? entity : {};
  // A deferred event may be of a type that only another version of this service has.
  const kind: ProjectNotificationKind | undefined = requested[event.type];
  const settings = await settingsOf(deps, [user_id], [`project/${project_id}`, 'global']);
  if (!kind || settings.get(user_id)?.level === 'disabled') return;
  const facts = { ...(path !== undefined && { path }), ...(error && { error }) };
  await requestMails(deps, notificationOf(event, kind, project_id, facts), [{ user_id, reason: 'requested' }]);
}

/** Queues the mail about a finished pipeline, for the user who started it. */
export async function queuePipelineMail(
  deps: EmailsDeps,
  event: ForgeEvent<'repository.pipeline.updated'>,
): Promise<void> {
  if (!event.data.changes.status) return;
  const { project_id, user, status, ...pipeline } = event.data.entity;
  if (!user || (status !== 'failed' && status !== 'success')) return;
  const { id, ref, sha, web_url } = pipeline;
  const kind = status === 'failed' ? 'pipeline_failed' : await kindOfSuccess(deps, project_id, pipeline);
  const [user_id] = await usersNotifiedOf(deps, [user.id], project_id, pipelineEvents[kind]);
  if (user_id === undefined) return;
  const notification = notificationOf(event, kind, project_id, { pipeline: { id, ref, sha, web_url } });
  await requestMails(deps, notification, [{ user_id, reason: 'requested' }]);
}

/** A success after a failure counts as fixed. */
async function kindOfSuccess(
  { clients }: EmailsDeps,
  project_id: number,
  { ref, id: pipeline_id }: PipelineDetails,
): Promise<PipelineKind> {
  const { status } = await clients.pipelines.getEarlierPipelineStatus({ project_id, ref, pipeline_id });
  return status === 'failed' ? 'pipeline_fixed' : 'pipeline_succeeded';
}

/** Queues the mails about a project whose path changed. */
export async function queueMoveMails(deps: EmailsDeps, event: ForgeEvent<'projects.project.updated'>): Promise<void> {
  const { namespace_id, path } = event.data.changes;
  if (!namespace_id && !path) return;
  const project_id = Number(event.subject);
  const { user_ids } = await deps.clients.members.listProjectMemberIds({ project_id });
  const others = user_ids.filter((id) => id !== event.actor);
  const userIds = await usersNotifiedOf(deps, others, project_id, 'moved_project');
  const recipients = userIds.map((user_id) => ({ user_id, reason: 'participating' as const }));
  await requestMails(deps, notificationOf(event, 'moved', project_id, {}), recipients);
}

/** The users whose settings include the event. Users without a setting get the default. */
async function usersNotifiedOf(
  deps: EmailsDeps,
  ids: readonly number[],
  project_id: number,
  event: NotificationEvent,
): Promise<number[]> {
  const settings = await settingsOf(deps, ids, await settingScopesOf(deps, { project_id, group_id: null }));
  return ids.filter((id) => {
    const { level = 'participating', events = {} } = settings.get(id) ?? {};
    if (level === 'custom') return events[event] ?? eventDefaults[event];
    return (level === 'participating' || level === 'watch') && eventDefaults[event];
  });
}

function notificationOf(
  event: ForgeEvent,
  kind: ProjectNotificationKind,
  project_id: number,
  facts: ProjectNotification['facts'],
): ProjectNotification {
  const { id: event_id, actor, time } = event;
  return { event_id, kind, actor, at: new Date(time), project_id, group_id: null, facts };
}

/** Composes a mail; null if the recipient may no longer read the object. */
export async function composeProjectMail(
  deps: EmailsDeps,
  { kind, event_id, project_id: id, facts }: ProjectNotification,
  user: UserProfile,
): Promise<MailContent | null> {
  const { base } = deps.instance.urls;
  const rights = kind === 'import_failed' ? null : await rightsOnProject(deps, user, id ?? 0);
  const project = rights ? await deps.display.projects.get(rights.id) : undefined;
  if (!project && kind !== 'import_failed') return null;
  const { pipeline } = facts;
  if (pipeline && !(rights && canReadFeature(rights, 'repository'))) return null;
  const name = project?.path_with_namespace ?? facts.path ?? '';
  const { subject, lines } = textsOf(kind, name, facts);
  const page = project?.web_url ?? base;
  return {
    from_name: undefined,
    subject: `${project?.name ?? facts.path ?? ''} | ${subject}`,
    lines,
    body: undefined,
    after: [],
    url: pipeline?.web_url ?? (kind === 'export_completed' ? `${page}/download_export` : page),
    reason: pipeline
      ? 'because you started the pipeline'
      : kind === 'moved'
        ? 'because you are a member of the project'
        : 'because you requested it',
    message_name: event_id,
    conversation: undefined,
    headers: pipeline ? { 'X-GitLab-Pipeline-Id': String(pipeline.id), 'X-GitLab-Pipeline-Ref': pipeline.ref } : {},
    project: project && projectOf(project),
  };
}

function textsOf(
  kind: ProjectNotificationKind,
  name: string,
  { error, pipeline }: ProjectNotification['facts'],
): { subject: string; lines: string[] } {
  const failure = error === undefined ? [] : [error];
  const { ref = '', sha = '' } = pipeline ?? {};
  const commit = `${ref} (${sha.slice(0, SHORT_SHA)})`;
  switch (kind) {
    case 'export_completed':
      return { subject: 'Project was exported', lines: [`${name} was exported. The archive is kept for a day.`] };
    case 'export_failed':
      return { subject: 'Project export error', lines: [`${name} could not be exported.`, ...failure] };
    case 'import_completed':
      return { subject: 'Project was imported', lines: [`${name} was imported.`] };
    case 'import_failed':
      return { subject: 'Project import error', lines: [`${name} could not be imported.`, ...failure] };
    case 'moved':
      return {
        subject: 'Project was moved',
        lines: [`The project is now at ${name}. Update the remote URL of your clones.`],
      };
    case 'pipeline_failed':
      return { subject: `Failed pipeline for ${commit}`, lines: [`The pipeline for ${commit} failed.`] };
    case 'pipeline_fixed':
      return { subject: `Fixed pipeline for ${commit}`, lines: [`The pipeline for ${commit} succeeded again.`] };
    case 'pipeline_succeeded':
      return { subject: `Successful pipeline for ${commit}`, lines: [`The pipeline for ${commit} succeeded.`] };
  }
}
