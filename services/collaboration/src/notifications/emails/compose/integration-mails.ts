/**
 * Mails of the integrations `emails-on-push` and `pipelines-email`, to the addresses that
 * maintainers configured.
 */
import { isForgeError } from '@forgemesh/errors';
import type { ForgeEvent } from '@forgemesh/events';
import { serviceContext } from '@forgemesh/rpc';
import { currentRequestId } from '@forgemesh/telemetry';
import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import type { MailIntegration } from '@forgemesh/proto/projects/v1/integration';
import { messageId, oneLine, projectHeaders, type Message } from './mail-parts';
import { deliverMessage } from '../deliver-message';
import type { MailTransport } from '../mail-transport';
import type { IntegrationDetails, IntegrationNotification, PushDetails } from '../notification';
import { queueAddressMail } from '../queue-mails';
import type { EmailsDeps } from '../deps';

const BRANCHES = 'refs/heads/';
const TAGS = 'refs/tags/';
const SHORT_SHA = 8;
const MAX_COMMITS = 20;
const MAX_MESSAGE = 2000;
const MAX_DIFF = 90_000;
const noCommit = /^0+$/;

/** Queues the mails about a push. Pushes that change too many refs are skipped, as for hooks. */
export async function queuePushMails(deps: EmailsDeps, event: ForgeEvent<'repository.push.received'>): Promise<void> {
  const change = event.data.entity;
  const { project_id, ref, before, after, user_id, total_commits_count } = change;
  const is_tag = ref.startsWith(TAGS);
  const isOther = !is_tag && !ref.startsWith(BRANCHES);
  if (isOther || change.refs_count > deps.instance.settings.current().push_event_hooks_limit) return;
  const commits = change.commits
    .slice(-MAX_COMMITS)
    .map(({ id, message, author_name }) => ({ id, message: message.slice(0, MAX_MESSAGE), author_name }));
  const facts = {
    ref: ref.slice((is_tag ? TAGS : BRANCHES).length),
    is_tag,
    push: { before, after, user_id, total_commits_count, commits },
  };
  await queueAll(deps, event, { kind: 'integration_push', project_id, facts });
}

/** Queues the mails about a finished pipeline. */
export async function queuePipelineMails(
  deps: EmailsDeps,
  event: ForgeEvent<'repository.pipeline.updated'>,
): Promise<void> {
  const { project_id, id, ref, tag, sha, status, web_url, user } = event.data.entity;
  if (!event.data.changes.status || (status !== 'failed' && status !== 'success')) return;
  const facts = { ref, is_tag: tag, pipeline: { id, ref, sha, web_url, status, user_id: user?.id ?? null } };
  await queueAll(deps, event, { kind: 'integration_pipeline', project_id, facts });
}

type IntegrationEvent = Pick<IntegrationNotification, 'kind' | 'project_id' | 'facts'>;

async function queueAll(deps: EmailsDeps, event: ForgeEvent, integrationEvent: IntegrationEvent): Promise<void> {
  for (const integration of await integrationsFor(deps, integrationEvent)) {
    for (const address of await addressesOf(deps, integration, integrationEvent.facts)) {
      const at = new Date(event.time);
      const common = { event_id: event.id, at, actor: event.actor, group_id: null };
      await queueAddressMail(deps, { ...common, ...integrationEvent, integration: integration.slug, address });
    }
  }
}

/** The integrations that are configured for the event. */
async function integrationsFor(
  { clients }: EmailsDeps,
  { project_id, facts }: IntegrationEvent,
): Promise<MailIntegration[]> {
  const { pipeline, is_tag, ref } = facts;
  const event = pipeline ? 'pipeline_events' : is_tag ? 'tag_push_events' : 'push_events';
  const request = { project_id, event, branch: is_tag ? '' : ref };
  const { integrations } = await clients.integrations.listMailIntegrations(request);
  return integrations.filter((one) => pipeline?.status !== 'success' || !one.notify_only_broken_pipelines);
}

async function addressesOf(
  deps: EmailsDeps,
  { recipients, add_pusher }: MailIntegration,
  { pipeline }: IntegrationDetails,
): Promise<string[]> {
  const pusher = add_pusher ? await userOf(deps, pipeline?.user_id ?? null) : undefined;
  const isListed = recipients.some((one) => one.toLowerCase() === pusher?.email.toLowerCase());
  return pusher?.state === 'active' && !isListed ? [...recipients, pusher.email] : recipients;
}

async function userOf({ clients }: EmailsDeps, id: number | null) {
  return id === null ? undefined : (await clients.users.listUserProfiles({ ids: [id] })).users[0];
}

/**
 * Sends a mail; false if the integration no longer has the recipient, or the project was deleted.
 */
export async function sendIntegrationMail(
  deps: EmailsDeps,
  transport: MailTransport,
  notification: IntegrationNotification,
): Promise<boolean> {
  const { project_id, address, facts } = notification;
  const integration = (await integrationsFor(deps, notification)).find(({ slug }) => slug === notification.integration);
  const project = await deps.display.projects.get(project_id);
  if (!integration || !project || !(await addressesOf(deps, integration, facts)).includes(address)) return false;
  const path = project.path_with_namespace;
  const message = facts.push
    ? await composePush(deps, notification, {
        push: facts.push,
        integration,
        project: { path, web_url: project.web_url },
      })
    : composePipeline(notification, project.name);
  if (!message) return false;
  const { host } = deps.instance.urls;
  const message_id = messageId(`${notification.event_id}.${notification.integration}`, host);
  const headers = projectHeaders({ id: project.id, name: project.name, path_with_namespace: path }, host);
  await deliverMessage(deps, transport, { name: '', address }, { ...message, message_id, headers });
  return true;
}

type Body = Pick<Message, 'from_name' | 'from_address' | 'subject' | 'content'>;

function composePipeline({ facts: { pipeline, ref } }: IntegrationNotification, name: string): Body | null {
  if (!pipeline) return null;
  const commit = `${ref} (${pipeline.sha.slice(0, SHORT_SHA)})`;
  const [outcome, verb] = pipeline.status === 'failed' ? ['Failed', 'failed'] : ['Successful', 'succeeded'];
  const lines = [`Pipeline #${pipeline.id} for ${commit} ${verb}.`];
  const subject = oneLine(`${name} | ${outcome} pipeline for ${commit}`);
  return { from_name: null, subject, content: { lines, url: pipeline.web_url, reason: LISTED_REASON } };
}

const LISTED_REASON = 'because a maintainer of the project listed your address';

interface PushMail {
  push: PushDetails;
  integration: MailIntegration;
  project: { path: string; web_url: string };
}

async function composePush(deps: EmailsDeps, notification: IntegrationNotification, mail: PushMail): Promise<Body> {
  const { push, integration, project } = mail;
  const { ref, is_tag } = notification.facts;
  const kind = is_tag ? 'tag' : 'branch';
  const pusher = await userOf(deps, push.user_id);
  const [isNew, isRemoved] = [noCommit.test(push.before), noCommit.test(push.after)];
  const count = push.total_commits_count;
  const newest = push.commits.at(-1)?.message.split('\n', 1)[0] ?? '';
  const what = isRemoved
    ? `Removed ${kind} ${ref}`
    : isNew
      ? `Pushed new ${kind} ${ref}`
      : `${count} ${count === 1 ? 'commit' : 'commits'}: ${newest}`;
  const lines = [
    `${pusher?.name ?? 'Someone'} ${isRemoved ? 'removed' : isNew ? 'pushed new' : 'pushed to'} ${kind} ${ref} at ${project.path}`,
    ...push.commits.map(({ id, message, author_name }) => `${id.slice(0, SHORT_SHA)} by ${author_name}\n${message}`),
  ];
  const url = isRemoved
    ? project.web_url
    : isNew
      ? `${project.web_url}/-/commits/${encodeURI(ref)}`
      : `${project.web_url}/-/compare/${push.before}...${push.after}`;
  const hasDiff = !integration.disable_diffs && !is_tag && !isNew && !isRemoved;
  const diff = hasDiff ? await diffOf(deps, notification.project_id, push) : '';
  return {
    ...senderOf(deps, integration, pusher),
    subject: oneLine(`[Git][${project.path}][${ref}] ${what}`),
    content: { lines, body: diff, url, reason: LISTED_REASON },
  };
}

/**
 * The pusher as the sender, with their address if the integration is configured so and the address
 * is verified and belongs to the host of the instance.
 */
function senderOf(
  { instance: { urls } }: EmailsDeps,
  { send_from_committer_email: isConfigured }: MailIntegration,
  pusher: { name: string; email: string; verified_emails: string[] } | undefined,
): Pick<Body, 'from_name' | 'from_address'> {
  if (!pusher) return { from_name: null };
  const address = pusher.email.toLowerCase();
  const isOwn = address.endsWith(`@${urls.host.replace(/:\d+$/, '')}`) && pusher.verified_emails.includes(address);
  return { from_name: pusher.name, ...(isConfigured && isOwn && { from_address: pusher.email }) };
}

/** The changes of a push as a code block; empty if they cannot be compared. */
async function diffOf({ clients }: EmailsDeps, project_id: number, { before, after }: PushDetails): Promise<string> {
  const references = [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref: String(project_id) }];
  const subject = { user_id: 0, admin: true, external: false };
  const [id] = (await clients.access.authorize({ subject, references })).resources;
  if (!id?.found) return '';
  const context = { ...serviceContext(currentRequestId()), access: { id } };
  try {
    const request = { id: String(project_id), from: before, to: after, straight: true };
    const { diffs } = await clients.comparisons.compareRevisions(request, { context });
    const text = diffs.map(({ old_path, new_path, diff }) => `${old_path} → ${new_path}\n${diff}`).join('\n');
    return text === '' ? '' : fenced(text.slice(0, MAX_DIFF));
  } catch (error) {
    if (isForgeError(error) && (error.reason === 'not_found' || error.reason === 'bad_request')) return '';
    throw error;
  }
}

/** A code block whose fence is longer than any run of backticks in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}`;
}
