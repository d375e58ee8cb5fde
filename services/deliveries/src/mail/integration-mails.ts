/**
 * Mails of the integrations `emails-on-push` and `pipelines-email`, to the addresses that
 * maintainers configured.
 */
import { isForgeError } from '@forgemesh/errors';
import type { ForgeEvent } from '@forgemesh/events';
import { BRANCHES, TAGS, zeroId } from '@forgemesh/git-engine/refs';
import { queryCode } from '#access';
import {
  type IntegrationDocument,
  type IntegrationEvent,
  isBranchNotified,
  mailSlugs,
  openProperties,
  projectIntegrations,
  recipientsOf,
} from '#integrations/settings';
import { deliverMessage } from './deliver-message';
import { oneLine, type Message } from './mail-parts';
import type { MailTransport } from './mail-transport';
import type { IntegrationDetails, IntegrationNotification, PushDetails } from './notification';
import { queueAddressMail } from './queue-mails';
import type { MailDeps } from './deps';

const SHORT_SHA = 8;
const MAX_COMMITS = 20;
const MAX_MESSAGE = 2000;
const MAX_DIFF = 90_000;

/** Queues the mails about a push. Pushes that change too many refs are skipped, as for hooks. */
export async function queuePushMails(deps: MailDeps, event: ForgeEvent<'repository.push.received'>): Promise<void> {
  const change = event.data.entity;
  const { project_id, ref, before, after, user_id, total_commits_count } = change;
  const is_tag = ref.startsWith(TAGS);
  const isOther = !is_tag && !ref.startsWith(BRANCHES);
  if (isOther || change.refs_count > deps.settings.current().push_event_hooks_limit) return;
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
  deps: MailDeps,
  event: ForgeEvent<'repository.pipeline.updated'>,
): Promise<void> {
  const { project_id, id, ref, tag, sha, status, web_url, user } = event.data.entity;
  if (!event.data.changes.status || (status !== 'failed' && status !== 'success')) return;
  const facts = { ref, is_tag: tag, pipeline: { id, ref, sha, web_url, status, user_id: user?.id ?? null } };
  await queueAll(deps, event, { kind: 'integration_pipeline', project_id, facts });
}

type ReportedEvent = Pick<IntegrationNotification, 'kind' | 'project_id' | 'facts'>;

async function queueAll(deps: MailDeps, event: ForgeEvent, reported: ReportedEvent): Promise<void> {
  for (const integration of await integrationsFor(deps, reported)) {
    for (const address of await addressesOf(deps, integration, reported.facts)) {
      const at = new Date(event.time);
      const common = { event_id: event.id, at, actor: event.actor, group_id: null };
      await queueAddressMail(deps, { ...common, ...reported, integration: integration.slug, address });
    }
  }
}

/** An integration that sends mails, with its settings. */
interface MailIntegration {
  slug: string;
  recipients: string[];
  /** Whether the diffs of files are omitted. */
  disable_diffs: boolean;
  /** Whether mails are sent as the user who pushed. */
  send_from_committer_email: boolean;
  /** Whether the user who started the pipeline is a recipient, too. */
  add_pusher: boolean;
}

/** The integrations that are configured for the event. */
async function integrationsFor(deps: MailDeps, { project_id, facts }: ReportedEvent): Promise<MailIntegration[]> {
  const { pipeline, is_tag, ref } = facts;
  const event: IntegrationEvent = pipeline ? 'pipeline_events' : is_tag ? 'tag_push_events' : 'push_events';
  const all = await projectIntegrations(deps, project_id);
  const subscribed = all.filter((one) => mailSlugs.includes(one.slug) && one[event]);
  const branch = is_tag ? null : ref;
  const status = pipeline?.status ?? '';
  const found = await Promise.all(subscribed.map((one) => mailIntegrationOf(deps, one, { branch, status })));
  return found.filter((one) => one !== null);
}

/** The settings of an integration; null if it sends no mail about the branch or status. */
async function mailIntegrationOf(
  deps: MailDeps,
  integration: IntegrationDocument,
  { branch, status }: { branch: string | null; status: string },
): Promise<MailIntegration | null> {
  const properties = openProperties(deps, integration);
  if (status === 'success' && properties['notify_only_broken_pipelines'] === true) return null;
  if (branch !== null && !(await isBranchNotified(deps, integration.project_id, branch, properties))) return null;
  return {
    slug: integration.slug,
    recipients: recipientsOf(properties),
    disable_diffs: properties['disable_diffs'] === true,
    send_from_committer_email: properties['send_from_committer_email'] === true,
    add_pusher: properties['add_pusher'] === true,
  };
}

async function addressesOf(
  deps: MailDeps,
  { recipients, add_pusher }: MailIntegration,
  { pipeline }: IntegrationDetails,
): Promise<string[]> {
  const pusher = add_pusher ? await userOf(deps, pipeline?.user_id ?? null) : undefined;
  const isListed = recipients.some((one) => one.toLowerCase() === pusher?.email.toLowerCase());
  return pusher?.state === 'active' && !isListed ? [...recipients, pusher.email] : recipients;
}

async function userOf({ clients }: MailDeps, id: number | null) {
  return id === null ? undefined : (await clients.users.listUserProfiles({ ids: [id] })).users[0];
}

/**
 * Sends a mail; false if the integration no longer has the recipient, or the project was deleted.
 */
export async function sendIntegrationMail(
  deps: MailDeps,
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
  await deliverMessage(
    deps,
    transport,
    { name: '', address },
    {
      ...message,
      message_name: `${notification.event_id}.${notification.integration}`,
      headers: {},
      project: { id: project.id, name: project.name, path_with_namespace: path },
    },
  );
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

async function composePush(deps: MailDeps, notification: IntegrationNotification, mail: PushMail): Promise<Body> {
  const { push, integration, project } = mail;
  const { ref, is_tag } = notification.facts;
  const kind = is_tag ? 'tag' : 'branch';
  const pusher = await userOf(deps, push.user_id);
  const [isNew, isRemoved] = [push.before === zeroId, push.after === zeroId];
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
  { urls }: MailDeps,
  { send_from_committer_email: isConfigured }: MailIntegration,
  pusher: { name: string; email: string; verified_emails: string[] } | undefined,
): Pick<Body, 'from_name' | 'from_address'> {
  if (!pusher) return { from_name: null };
  const address = pusher.email.toLowerCase();
  const isOwn = address.endsWith(`@${urls.hostname}`) && pusher.verified_emails.includes(address);
  return { from_name: pusher.name, ...(isConfigured && isOwn && { from_address: pusher.email }) };
}

/** The changes of a push as a code block; empty if they cannot be compared. */
async function diffOf(deps: MailDeps, project_id: number, { before, after }: PushDetails): Promise<string> {
  const request = { id: String(project_id), from: before, to: after, straight: true };
  try {
    const comparison = await queryCode(deps, project_id, (context) =>
      deps.clients.comparisons.compareRevisions(request, { context }),
    );
    const diffs = comparison?.diffs ?? [];
    const text = diffs.map(({ old_path, new_path, diff }) => `${old_path} → ${new_path}\n${diff}`).join('\n');
    return text === '' ? '' : fenced(text.slice(0, MAX_DIFF));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'bad_request') return '';
    throw error;
  }
}

/** A code block whose fence is longer than any run of backticks in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${text}\n${fence}`;
}
