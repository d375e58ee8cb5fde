/** Kinds of integrations with their events and properties. */
import { chatEvents, type ChatEvent, type IntegrationEvent } from './integration.model';

/** Properties of an integration by name. */
export type Properties = Record<string, string | boolean | undefined>;

/** Markup of chat systems. */
export type Markup = 'slack' | 'markdown' | 'card';

/** A kind of integration. */
export interface Definition {
  title: string;
  /** Supported events, with their defaults. */
  events: Partial<Record<IntegrationEvent, boolean>>;
  /** Names of its properties, in display order. */
  properties: readonly string[];
  /** Properties that are `http` or `https` URLs. */
  addresses: readonly string[];
  /** Properties of a new integration. */
  defaults: Properties;
  /** Markup of chat integrations. */
  markup?: Markup;
}

const chatDefaults: Definition['events'] = Object.fromEntries(
  chatEvents.map((name) => [name, name !== 'pipeline_events']),
);
const branchProperties = ['branches_to_be_notified'];
const pipelineProperties = ['notify_only_broken_pipelines', ...branchProperties];
const pipelineDefaults = { notify_only_broken_pipelines: true, branches_to_be_notified: 'default' };

/** The properties that may name the channel of each event. */
export const channelProperties: Record<ChatEvent, readonly string[]> = {
  push_events: ['push_channel'],
  tag_push_events: ['tag_push_channel'],
  issues_events: ['issue_channel'],
  confidential_issues_events: ['confidential_issue_channel', 'issue_channel'],
  merge_requests_events: ['merge_request_channel'],
  note_events: ['note_channel'],
  confidential_note_events: ['confidential_note_channel', 'note_channel'],
  pipeline_events: ['pipeline_channel'],
  wiki_page_events: ['wiki_page_channel'],
};
const channels = [...new Set(Object.values(channelProperties).flat())];

function chat(title: string, markup: Markup): Definition {
  const named = markup === 'card' ? [] : ['username', 'channel', ...channels];
  return {
    ...{ title, markup, events: chatDefaults, addresses: ['webhook'], defaults: pipelineDefaults },
    properties: ['webhook', ...named, ...pipelineProperties],
  };
}

function tracker(title: string, properties: readonly string[] = []): Definition {
  const addresses = ['project_url', 'issues_url', 'new_issue_url'];
  return { title, events: {}, addresses, properties: [...addresses, ...properties], defaults: {} };
}

/** All kinds by slug. */
export const definitions: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ['slack', chat('Slack notifications', 'slack')],
  ['mattermost', chat('Mattermost notifications', 'markdown')],
  ['microsoft-teams', chat('Microsoft Teams Notification', 'card')],
  [
    'emails-on-push',
    {
      title: 'Emails on push',
      events: { push_events: true, tag_push_events: true },
      properties: ['recipients', 'disable_diffs', 'send_from_committer_email', ...branchProperties],
      addresses: [],
      defaults: { disable_diffs: false, send_from_committer_email: false, branches_to_be_notified: 'all' },
    },
  ],
  [
    'pipelines-email',
    {
      title: 'Pipelines emails',
      events: { pipeline_events: true },
      properties: ['recipients', 'add_pusher', ...pipelineProperties],
      addresses: [],
      defaults: { add_pusher: false, ...pipelineDefaults },
    },
  ],
  [
    'jira',
    {
      title: 'Jira',
      events: { commit_events: true, merge_requests_events: true },
      properties: ['url', 'username'],
      addresses: ['url'],
      defaults: {},
    },
  ],
  ['bugzilla', tracker('Bugzilla', ['title', 'description'])],
  ['redmine', tracker('Redmine', ['description'])],
  ['youtrack', tracker('YouTrack', ['description'])],
  ['custom-issue-tracker', tracker('Custom Issue Tracker', ['title', 'description'])],
  [
    'external-wiki',
    {
      ...{ title: 'External Wiki', events: {}, defaults: {} },
      ...{ properties: ['external_wiki_url'], addresses: ['external_wiki_url'] },
    },
  ],
]);

/** Slugs of the chat integrations. */
export const chatSlugs = [...definitions].filter(([, { markup }]) => markup).map(([slug]) => slug);

/** Slugs of the issue tracker integrations. */
export const trackerSlugs = ['jira', 'bugzilla', 'redmine', 'youtrack', 'custom-issue-tracker'];

/** Slugs of the integrations that send emails. */
export const mailSlugs = ['emails-on-push', 'pipelines-email'];
