/** The kinds of integrations with their settings, whose names are those of the API's parameters. */
import { t } from '@lingui/core/macro';
import { check, choice, line, secret, text, type Fields } from '#components/settings/fields';

const settings = {
  webhook: line(t`Address of the webhook`, { type: 'url' }),
  url: line(t`Address of the tracker`, { type: 'url' }),
  project_url: line(t`Address of the project in the tracker`, { type: 'url' }),
  issues_url: line(t`Address of an issue`, { hint: t`With :id in place of its number.` }),
  new_issue_url: line(t`Address of the form for new issues`, { type: 'url' }),
  external_wiki_url: line(t`Address of the wiki`, { type: 'url' }),
  title: line(t`Title`),
  description: line(t`Description`),
  recipients: text(t`Recipients`, { rows: 3, hint: t`Email addresses, separated by spaces, commas or lines.` }),
  username: line(t`Username`),
  push_events: check(t`Pushes to branches`),
  tag_push_events: check(t`Pushes of tags`),
  issues_events: check(t`Issues`),
  confidential_issues_events: check(t`Confidential issues`),
  merge_requests_events: check(t`Merge requests`),
  note_events: check(t`Comments`),
  confidential_note_events: check(t`Comments on confidential issues`),
  pipeline_events: check(t`Completed pipelines`),
  wiki_page_events: check(t`Wiki pages`),
  notify_only_broken_pipelines: check(t`Only failed pipelines`),
  branches_to_be_notified: choice(t`Branches`, [
    { value: 'default', text: t`The default branch` },
    { value: 'protected', text: t`Protected branches` },
    { value: 'default_and_protected', text: t`The default branch and protected branches` },
    { value: 'all', text: t`All branches` },
  ]),
  disable_diffs: check(t`Leave out the changes of files`),
  send_from_committer_email: check(t`Send as the user who pushed`, {
    hint: t`If their email address belongs to the host of the instance.`,
  }),
  add_pusher: check(t`Also send to the user who triggered the pipeline`),
  channel: line(t`Channel`, { hint: t`Of all events without a channel of their own.` }),
  push_channel: line(t`Channel of pushes to branches`),
  tag_push_channel: line(t`Channel of pushes of tags`),
  issue_channel: line(t`Channel of issues`),
  confidential_issue_channel: line(t`Channel of confidential issues`),
  merge_request_channel: line(t`Channel of merge requests`),
  note_channel: line(t`Channel of comments`),
  confidential_note_channel: line(t`Channel of comments on confidential issues`),
  pipeline_channel: line(t`Channel of pipelines`),
  wiki_page_channel: line(t`Channel of wiki pages`),
  jenkins_url: line(t`Address of the server`, { type: 'url' }),
  project_name: line(t`Name of the project on the server`),
  drone_url: line(t`Address of the server`, { type: 'url' }),
  teamcity_url: line(t`Address of the server`, { type: 'url' }),
  build_type: line(t`Id of the build configuration`),
  bamboo_url: line(t`Address of the server`, { type: 'url' }),
  build_key: line(t`Key of the build plan`),
  repository_url: line(t`Address of the repository`, { type: 'url' }),
  static_context: check(t`The status names this instance instead of the branch`),
  server: line(t`Address of the package index`, { type: 'url', hint: t`Empty: the public one.` }),
  priority: choice(t`Priority`, [
    { value: '-2', text: t`Lowest` },
    { value: '-1', text: t`Low` },
    { value: '0', text: t`Normal` },
    { value: '1', text: t`High` },
  ]),
  device: line(t`Device`, { hint: t`Empty: all devices.` }),
  sound: line(t`Sound`, { hint: t`Empty: that of the device.` }),
  api_url: line(t`Address of the monitoring server`, { type: 'url' }),
  mock_service_url: line(t`Address of the simulated server`, { type: 'url' }),
  token: secret(t`Token`),
  password: secret(t`Password`),
  api_key: secret(t`Key of the application`),
  user_key: secret(t`Key of the user or group`),
  enable_ssl_verification: check(t`The certificate of the server must be valid`),
} satisfies Fields;

type Setting = keyof typeof settings;

/** A kind of integration. */
export interface IntegrationKind {
  /** Its name in the API. */
  slug: string;
  title: string;
  about: string;
  /** What the API requires to set it up. */
  required: readonly Setting[];
  /** What it also has. */
  optional: readonly Setting[];
}

const chatEvents = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'note_events',
  'confidential_note_events',
  'wiki_page_events',
  'pipeline_events',
  'notify_only_broken_pipelines',
  'branches_to_be_notified',
] as const;

const channels = Object.keys(settings).filter((name): name is Setting => /(?:^|_)channel$/.test(name));

function chat(slug: string, title: string, named: readonly Setting[]): IntegrationKind {
  const about = t`Messages in a chat when something happens in the project.`;
  return { slug, title, about, required: ['webhook'], optional: [...chatEvents, ...named] };
}

function tracker(slug: string, title: string, more: readonly Setting[]): IntegrationKind {
  return {
    slug,
    title,
    about: t`References of issues lead to another tracker.`,
    required: ['project_url', 'issues_url', 'new_issue_url'],
    optional: more,
  };
}

const codeEvents = ['push_events', 'tag_push_events', 'merge_requests_events'] as const;

function builds(
  slug: string,
  title: string,
  required: readonly Setting[],
  optional: readonly Setting[],
): IntegrationKind {
  return { slug, title, about: t`Pushes start builds on another server.`, required, optional };
}

/** All kinds, in the order of the page. */
export const integrationKinds: readonly IntegrationKind[] = [
  chat('slack', 'Slack', ['username', ...channels]),
  chat('mattermost', 'Mattermost', ['username', ...channels]),
  chat('microsoft-teams', 'Microsoft Teams', []),
  chat('discord', 'Discord', []),
  chat('hangouts-chat', 'Hangouts Chat', []),
  {
    slug: 'emails-on-push',
    title: t`Emails about pushes`,
    about: t`Emails with the commits of each push.`,
    required: ['recipients'],
    optional: [
      'push_events',
      'tag_push_events',
      'branches_to_be_notified',
      'disable_diffs',
      'send_from_committer_email',
    ],
  },
  {
    slug: 'pipelines-email',
    title: t`Emails about pipelines`,
    about: t`Emails when a pipeline has completed.`,
    required: ['recipients'],
    optional: ['pipeline_events', 'add_pusher', 'notify_only_broken_pipelines', 'branches_to_be_notified'],
  },
  {
    slug: 'jira',
    title: t`Jira`,
    about: t`References of issues lead to another tracker.`,
    required: ['url', 'username'],
    optional: [],
  },
  tracker('bugzilla', 'Bugzilla', ['title', 'description']),
  tracker('redmine', 'Redmine', ['description']),
  {
    ...tracker('youtrack', 'YouTrack', ['new_issue_url', 'description']),
    required: ['project_url', 'issues_url'],
  },
  tracker('custom-issue-tracker', t`Another issue tracker`, ['title', 'description']),
  {
    slug: 'external-wiki',
    title: t`External wiki`,
    about: t`The project has its wiki elsewhere.`,
    required: ['external_wiki_url'],
    optional: [],
  },
  builds(
    'jenkins',
    'Jenkins',
    ['jenkins_url', 'project_name'],
    ['username', 'password', 'enable_ssl_verification', ...codeEvents],
  ),
  builds('drone-ci', 'Drone CI', ['drone_url', 'token'], ['enable_ssl_verification', ...codeEvents]),
  builds('buildkite', 'Buildkite', ['project_url', 'token'], codeEvents),
  builds(
    'teamcity',
    'TeamCity',
    ['teamcity_url', 'build_type', 'username', 'password'],
    ['enable_ssl_verification', 'push_events', 'merge_requests_events'],
  ),
  builds(
    'bamboo',
    'Bamboo',
    ['bamboo_url', 'build_key', 'username', 'password'],
    ['enable_ssl_verification', 'push_events'],
  ),
  {
    slug: 'github',
    title: t`GitHub`,
    about: t`Pipelines set the status of commits in another repository.`,
    required: ['repository_url', 'token'],
    optional: ['static_context', 'pipeline_events'],
  },
  {
    slug: 'packagist',
    title: t`Packagist`,
    about: t`Pushes let the package index read the repository again.`,
    required: ['username', 'token'],
    optional: ['server', ...codeEvents],
  },
  {
    slug: 'pushover',
    title: t`Pushover`,
    about: t`Notifications on devices about pushes.`,
    required: ['api_key', 'user_key', 'priority'],
    optional: ['device', 'sound', 'push_events'],
  },
  {
    slug: 'prometheus',
    title: t`Prometheus`,
    about: t`The address of a monitoring server, for clients.`,
    required: ['api_url'],
    optional: [],
  },
  {
    slug: 'mock-ci',
    title: t`Simulated build server`,
    about: t`The address of a simulated build server, for clients.`,
    required: ['mock_service_url'],
    optional: [],
  },
];

/**
 * Returns the fields of a kind. Their type is that of all settings, of which each is optional in
 * the API, so that a change of its parameters fails the type check.
 */
export function fieldsOf({ required, optional }: IntegrationKind): typeof settings {
  const entries = [...required, ...optional].map((name) => {
    const isRequired = required.includes(name);
    return [name, { ...settings[name], ...(isRequired && { isRequired }) }] as const;
  });
  return Object.fromEntries(entries) as unknown as typeof settings;
}
