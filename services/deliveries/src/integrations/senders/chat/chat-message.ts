/** Messages of chat integrations in the formats of the chat systems. */
import { BRANCHES } from '@forgemesh/git-engine/refs';
import {
  channelProperties,
  type ChatEvent,
  type Definition,
  definitions,
  type IntegrationDocument,
  isBranchNotified,
  type Markup,
  type Properties,
} from '#integrations/settings';
import type { Message, SentEvent } from '../sender';
import type { IntegrationSenderDeps } from '../deps';
import { writers } from './markup';
import { noticeOf, type ChatPayload, type Notice } from './notice';

const colors: Record<Notice['color'], string> = { good: '#36a64f', danger: '#d00000', neutral: '#345d7a' };
/** Limits of the chat systems with the smallest messages, in characters. */
const MAX_PLAIN_TEXT = 4_000;
const MAX_AUTHOR = 256;

/** The message about an event; null if the integration sends none about it. */
export async function chatMessage({ deps, integration, properties, payload }: SentEvent): Promise<Message | null> {
  const chatPayload = payload as ChatPayload;
  const { markup } = definitions.get(integration.slug) as Definition;
  if (!markup) return null;
  const notice = noticeOf(chatPayload, writers[markup]);
  if (!notice || !(await isNotified(deps, integration, chatPayload, properties))) return null;
  return { data: JSON.stringify(bodyOf(markup, notice, { payload: chatPayload, properties })) };
}

function bodyOf(
  markup: Markup,
  notice: Notice,
  { payload, properties }: { payload: ChatPayload; properties: Properties },
): object {
  switch (markup) {
    case 'card':
      return card(notice, payload);
    case 'embed':
      return embed(notice, payload);
    case 'text':
      return { text: plainText(notice) };
    default:
      return withAttachments(notice, channelOf(payload, properties), properties);
  }
}

async function isNotified(
  deps: IntegrationSenderDeps,
  { project_id }: IntegrationDocument,
  { object_kind, ref = '', object_attributes: attributes }: ChatPayload,
  properties: Properties,
): Promise<boolean> {
  if (object_kind === 'push') return isBranchNotified(deps, project_id, ref.slice(BRANCHES.length), properties);
  if (object_kind !== 'pipeline') return true;
  if (attributes?.status === 'success' && properties['notify_only_broken_pipelines'] === true) return false;
  return attributes?.tag === true || isBranchNotified(deps, project_id, attributes?.ref ?? '', properties);
}

const eventsOfKinds: Record<string, ChatEvent> = {
  push: 'push_events',
  tag_push: 'tag_push_events',
  issue: 'issues_events',
  confidential_issue: 'confidential_issues_events',
  merge_request: 'merge_requests_events',
  note: 'note_events',
  confidential_note: 'confidential_note_events',
  pipeline: 'pipeline_events',
  wiki_page: 'wiki_page_events',
};

function channelOf({ event_type, object_kind }: ChatPayload, properties: Properties): string {
  const event = eventsOfKinds[event_type ?? object_kind];
  const names = [...(event ? channelProperties[event] : []), 'channel'];
  return names.map((name) => properties[name]).find((value) => typeof value === 'string' && value !== '') as string;
}

function withAttachments({ summary, details, color }: Notice, channel: string | undefined, { username }: Properties) {
  return {
    ...(channel && { channel }),
    ...(username && { username }),
    text: summary,
    ...(details !== '' && { attachments: [{ color: colors[color], fallback: details, text: details }] }),
  };
}

/** Sentence and details, cut after a line. */
function plainText({ summary, details }: Notice): string {
  const lines = [summary];
  let length = summary.length;
  for (const line of details === '' ? [] : details.split('\n')) {
    length += line.length + 1;
    if (length > MAX_PLAIN_TEXT) break;
    lines.push(line);
  }
  return lines.join('\n');
}

function embed(notice: Notice, { user, user_name }: ChatPayload): object {
  const name = (user?.name ?? user_name ?? '').slice(0, MAX_AUTHOR);
  const author = { name, ...(notice.icon !== null && { icon_url: notice.icon }) };
  return {
    embeds: [
      {
        description: plainText(notice),
        color: Number.parseInt(colors[notice.color].slice(1), 16),
        ...(name !== '' && { author }),
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

function card({ summary, details, color, icon }: Notice, { project }: ChatPayload): object {
  const activity = { activityTitle: summary, ...(icon !== null && { activityImage: icon }) };
  return {
    '@type': 'MessageCard',
    '@context': 'https://schema.org/extensions',
    title: project.path_with_namespace,
    summary: project.path_with_namespace,
    themeColor: colors[color].slice(1),
    sections: [activity, ...(details === '' ? [] : [{ title: 'Details', text: details.replaceAll('\n', '\n\n') }])],
  };
}
