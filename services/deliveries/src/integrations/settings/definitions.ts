/** Kinds of integrations with their events and properties. */
import { chatEvents, type ChatEvent, type IntegrationEvent } from './integration.model';

/** Properties of an integration by name. */
export type Properties = Record<string, string | boolean | undefined>;

/** Format of the messages of a chat system. */
export type Markup = 'slack' | 'markdown' | 'card' | 'embed' | 'text';

/** A kind of integration. */
export interface Definition {
  title: string;
  /** Supported events, with their defaults. */
  events: Partial<Record<IntegrationEvent, boolean>>;
  /** Names of its properties, in display order. */
  properties: readonly string[];
  /** Properties that are `http` or `https` URLs which are only linked to. */
  addresses: readonly string[];
  /** Properties that are `http` or `https` URLs which requests are sent to. */
  receivers?: readonly string[];
  /** Properties that are stored but never returned. */
  secrets?: readonly string[];
  /** Properties that must not be empty. */
  required?: readonly string[];
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
  const named = markup === 'slack' || markup === 'markdown' ? ['username', 'channel', ...channels] : [];
  return {
    title,
    markup,
    events: chatDefaults,
    addresses: [],
    receivers: ['webhook'],
    required: ['webhook'],
    defaults: pipelineDefaults,
    properties: ['webhook', ...named, ...pipelineProperties],
  };
}

const TLS_OPTION = 'enable_ssl_verification';
const pushes = { push_events: true };
const codeEvents = { push_events: true, tag_push_events: true, merge_requests_events: true };

/** Kinds that only store settings for others to read. */
function stored(title: string, address: string, defaults: Properties = {}): Definition {
  return {
    title,
    events: {},
    properties: [address, ...Object.keys(defaults)],
    addresses: [address],
    required: [address],
    defaults,
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
  ['discord', chat('Discord Notifications', 'embed')],
  ['hangouts-chat', chat('Hangouts Chat', 'text')],
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
      title: 'External Wiki',
      events: {},
      defaults: {},
      properties: ['external_wiki_url'],
      addresses: ['external_wiki_url'],
    },
  ],
  [
    'jenkins',
    {
      title: 'Jenkins',
      events: codeEvents,
      properties: ['jenkins_url', 'project_name', 'username', 'password', TLS_OPTION],
      addresses: [],
      receivers: ['jenkins_url'],
      secrets: ['password'],
      required: ['jenkins_url', 'project_name'],
      defaults: { [TLS_OPTION]: true },
    },
  ],
  [
    'drone-ci',
    {
      title: 'Drone CI',
      events: codeEvents,
      properties: ['drone_url', 'token', TLS_OPTION],
      addresses: [],
      receivers: ['drone_url'],
      secrets: ['token'],
      required: ['drone_url', 'token'],
      defaults: { [TLS_OPTION]: true },
    },
  ],
  [
    'buildkite',
    {
      title: 'Buildkite',
      events: codeEvents,
      properties: ['project_url', 'token'],
      addresses: ['project_url'],
      secrets: ['token'],
      required: ['project_url', 'token'],
      defaults: {},
    },
  ],
  [
    'teamcity',
    {
      title: 'JetBrains TeamCity CI',
      events: { push_events: true, merge_requests_events: true },
      properties: ['teamcity_url', 'build_type', 'username', 'password', TLS_OPTION],
      addresses: [],
      receivers: ['teamcity_url'],
      secrets: ['password'],
      required: ['teamcity_url', 'build_type'],
      defaults: { [TLS_OPTION]: true },
    },
  ],
  [
    'bamboo',
    {
      title: 'Atlassian Bamboo CI',
      events: pushes,
      properties: ['bamboo_url', 'build_key', 'username', 'password', TLS_OPTION],
      addresses: [],
      receivers: ['bamboo_url'],
      secrets: ['password'],
      required: ['bamboo_url', 'build_key'],
      defaults: { [TLS_OPTION]: true },
    },
  ],
  [
    'github',
    {
      title: 'GitHub',
      events: { pipeline_events: true },
      properties: ['repository_url', 'token', 'static_context'],
      addresses: [],
      receivers: ['repository_url'],
      secrets: ['token'],
      required: ['repository_url', 'token'],
      defaults: { static_context: true },
    },
  ],
  [
    'packagist',
    {
      title: 'Packagist',
      events: codeEvents,
      properties: ['username', 'token', 'server'],
      addresses: [],
      receivers: ['server'],
      secrets: ['token'],
      required: ['username', 'token'],
      defaults: {},
    },
  ],
  [
    'pushover',
    {
      title: 'Pushover',
      events: pushes,
      properties: ['api_key', 'user_key', 'priority', 'device', 'sound'],
      addresses: [],
      secrets: ['api_key', 'user_key'],
      required: ['api_key', 'user_key', 'priority'],
      defaults: {},
    },
  ],
  ['prometheus', stored('Prometheus', 'api_url', { manual_configuration: true })],
  ['mock-ci', stored('MockCI', 'mock_service_url')],
]);

/** Slugs of the issue tracker integrations. */
export const trackerSlugs = ['jira', 'bugzilla', 'redmine', 'youtrack', 'custom-issue-tracker'];

/** Slugs of the integrations that send emails. */
export const mailSlugs = ['emails-on-push', 'pipelines-email'];
