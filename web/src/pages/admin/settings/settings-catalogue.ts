/**
 * The settings of the instance in words: their labels and effects, by topic. A setting of the API
 * that is not here stands under "Other" with its name.
 */
import type { BodyOf } from '#api/types';
import { check, checks, choice, line, number, secret, text, type AnyField } from '#components/settings/fields';
import { lines, optionalNumber } from './setting-fields';

/** The name of a setting. */
export type SettingName = keyof BodyOf<'put', '/api/v4/application/settings'>;

type SettingFields = Partial<Record<SettingName, AnyField>>;

/** The settings of one subject. */
export interface SettingsTopic {
  /** Its name in the address. */
  topic: string;
  title: string;
  /** What the settings are for. */
  description: string;
  fields: SettingFields;
}

const visibilities = [
  { value: 'private', text: 'Private: members' },
  { value: 'internal', text: 'Internal: signed-in users who are not external' },
  { value: 'public', text: 'Public: everybody' },
] as const;

const keySizes = (sizes: readonly number[]) => [
  { value: '0', text: 'Allowed' },
  ...sizes.map((size) => ({ value: String(size), text: `Allowed from ${size} bits on` })),
  { value: '-1', text: 'Refused' },
];

/** All topics in the order of the page. */
export const settingsTopics: readonly SettingsTopic[] = [
  {
    topic: 'accounts',
    title: 'Accounts',
    description: 'Who may have an account, and what new users may do.',
    fields: {
      signup_enabled: check('People may register', {
        hint: 'They confirm their address with a link, so it needs a mail server. Off: administrators create the accounts.',
      }),
      domain_whitelist_raw: text('Email domains that may register', {
        hint: 'One per line; * stands for any text. Empty: all domains.',
      }),
      domain_blacklist_enabled: check('Refuse some email domains', { hint: 'Those of the following list.' }),
      domain_blacklist_raw: text('Email domains that may not register', {
        hint: 'One per line; * stands for any text.',
      }),
      send_user_confirmation_email: check('Confirm changed email addresses', {
        hint: 'A new address takes effect once its owner has opened a link. It needs a mail server.',
      }),
      user_default_external: check('New users are external', {
        hint: 'External users see public projects and those of which they are members, and create no projects.',
      }),
      user_default_internal_regex: line('Email addresses that are not external', {
        hint: 'A regular expression, for example ^[^@]+@example\\.com$. It applies where new users are external.',
      }),
      default_projects_limit: number('Personal projects of a new user', {
        min: 0,
        hint: 'The most that a user may have.',
      }),
      commit_email_hostname: line('Host of private commit addresses', {
        hint: 'Users who hide their address commit as id-username@ this host.',
      }),
    },
  },
  {
    topic: 'sign-in',
    title: 'Sign-in',
    description: 'Passwords, second factors, and how long sign-ins and tokens are valid.',
    fields: {
      password_authentication_enabled_for_web: check('Sign in with a password', {
        hint: 'Off: only tokens are accepted. Make sure that you have one.',
      }),
      password_authentication_enabled_for_git: check('Git over HTTP accepts passwords', {
        hint: 'Off: git needs an access token.',
      }),
      minimum_password_length: number('Shortest password', { min: 0, hint: 'In characters; for new passwords.' }),
      require_two_factor_authentication: check('Everybody must have a second factor', {
        hint: 'After the grace period, a sign-in without it can only set one up.',
      }),
      two_factor_grace_period: number('Grace period of the second factor', { min: 0, hint: 'In hours.' }),
      session_expire_delay: optionalNumber('A sign-in lasts', { min: 0, hint: 'In minutes. Empty: two hours.' }),
      max_personal_access_token_lifetime: optionalNumber('Longest life of access tokens', {
        min: 0,
        hint: 'In days. Longer ones, and those without an end, are refused. Empty: no limit.',
      }),
      unique_ips_limit_enabled: check('Limit the addresses of a user', {
        hint: 'Refuses a user who comes from too many IP addresses at a time, such as a shared account.',
      }),
      unique_ips_limit_per_user: number('Addresses of a user', {
        min: 0,
        hint: 'The maximum within the time below.',
      }),
      unique_ips_limit_time_window: number('Time in which addresses are counted', { min: 0, hint: 'In seconds.' }),
    },
  },
  {
    topic: 'terms',
    title: 'Terms of service',
    description: 'A text that users accept before they use the instance.',
    fields: {
      enforce_terms: check('Users must accept the terms', {
        hint: 'The API and git refuse others. Everybody is asked again after a change of the text.',
      }),
      terms: text('Terms', { rows: 10, isMarkdown: true }),
    },
  },
  {
    topic: 'defaults',
    title: 'Projects and groups',
    description: 'What new projects, groups and snippets begin with, and what their owners may choose.',
    fields: {
      default_project_visibility: choice('New projects are', visibilities),
      default_group_visibility: choice('New groups are', visibilities),
      default_snippet_visibility: choice('New personal snippets are', visibilities),
      restricted_visibility_levels: checks('Only administrators may choose', visibilities, {
        hint: 'Restricting public also hides the list of users from visitors.',
      }),
      default_project_creation: choice('Who creates projects in a new group', [
        { value: '2', text: 'Developers and maintainers' },
        { value: '1', text: 'Maintainers' },
        { value: '0', text: 'Nobody but administrators' },
      ]),
      default_branch_protection: choice('Protection of the default branch of new projects', [
        { value: '2', text: 'Maintainers push and merge' },
        { value: '1', text: 'Developers push, nobody rewrites the history' },
        { value: '0', text: 'None' },
      ]),
      import_sources: checks(
        'Projects may be imported from',
        [
          { value: 'svc_project', text: 'Archives' },
          { value: 'git', text: 'Repositories at an address' },
        ],
        { hint: 'Other sources of the API have no effect here.' },
      ),
      project_export_enabled: check('Projects may be exported', { hint: 'As archives with all their data.' }),
      default_ci_config_path: line('Pipeline definition of new projects', {
        hint: 'A path in the repository. Empty: .gitlab-ci.yml.',
      }),
      auto_devops_enabled: check('New projects have the automatic pipeline', {
        hint: 'The value that projects show until their owners change it.',
      }),
      shared_runners_enabled: check('New projects use shared runners', {
        hint: 'The value that projects show until their owners change it.',
      }),
      protected_ci_variables: check('New variables are protected', {
        hint: 'Pipelines of protected branches and tags alone get them.',
      }),
      file_template_project_id: optionalNumber('Project with file templates', {
        min: 0,
        hint: 'Its id. All projects offer its licenses and .gitignore files. Empty: none.',
      }),
      time_tracking_limit_to_hours: check('Show tracked times in hours', { hint: 'Instead of days and weeks.' }),
    },
  },
  {
    topic: 'git',
    title: 'Git and SSH keys',
    description: 'How repositories are fetched and pushed, and which keys are accepted.',
    fields: {
      enabled_git_access_protocol: choice('Git is reached by', [
        { value: '', text: 'HTTP and SSH' },
        { value: 'http', text: 'HTTP only' },
        { value: 'ssh', text: 'SSH only' },
      ]),
      custom_http_clone_url_root: line('Start of HTTP clone addresses', {
        hint: 'Shown instead of the address of the instance, for a host of its own for git. Empty: the same address.',
      }),
      receive_max_input_size: optionalNumber('Largest push', { min: 0, hint: 'In MB. Empty: no limit.' }),
      repository_size_limit: number('Largest repository', {
        min: 0,
        hint: 'In MB; pushes beyond it are refused. 0: no limit. Projects may have a limit of their own.',
      }),
      rsa_key_restriction: choice('RSA keys', keySizes([1024, 2048, 3072, 4096])),
      ecdsa_key_restriction: choice('ECDSA keys', keySizes([256, 384, 521])),
      ed25519_key_restriction: choice('ED25519 keys', keySizes([256])),
      dsa_key_restriction: choice('DSA keys', keySizes([1024, 2048, 3072])),
    },
  },
  {
    topic: 'storage',
    title: 'Repositories and storage',
    description: 'Where repositories are stored, how they are maintained, and when they are removed.',
    fields: {
      repository_storages: lines('Storages of new projects', {
        hint: 'One name per line; each new project gets one of them at random.',
      }),
      housekeeping_enabled: check('Pack repositories automatically', {
        hint: 'After pushes. Off: repositories grow and become slow.',
      }),
      repository_checks_enabled: check('Check repositories', {
        hint: 'Reads all objects of each repository within 30 days. Failures stand under Repository checks.',
      }),
      deletion_adjourned_period: number('Days before a deleted project is removed', {
        min: 0,
        hint: 'Until then, its owners can restore it. 0: it is removed at once.',
      }),
      deleted_repository_retention_days: number('Days for which removed repositories are kept', {
        min: 0,
        hint: 'Administrators can restore them. 0: none are kept.',
      }),
      storage_timeout_fast: number('Time limit of fast repository calls', {
        min: 0,
        hint: 'In seconds: reads of single branches and files. 0: none.',
      }),
      storage_timeout_medium: number('Time limit of medium repository calls', {
        min: 0,
        hint: 'In seconds: lists and changes of branches. 0: none.',
      }),
      storage_timeout_default: number('Time limit of all other repository calls', {
        min: 0,
        hint: 'In seconds; it must be the longest of the three. 0: none.',
      }),
    },
  },
  {
    topic: 'mirrors',
    title: 'Mirrors and replication',
    description: 'Copies of repositories of other servers, and other nodes of this instance.',
    fields: {
      mirror_available: check('Maintainers may set up mirrors', { hint: 'Off: only administrators may.' }),
      mirror_max_delay: number('Longest time between two updates of a mirror', { min: 0, hint: 'In minutes.' }),
      mirror_max_capacity: number('Mirrors that are updated at the same time', { min: 0 }),
      mirror_capacity_threshold: number('Free places before further mirrors are started', {
        min: 0,
        hint: 'Less than the number of mirrors at the same time.',
      }),
      geo_node_allowed_ips: line('Addresses of secondary nodes', {
        hint: 'IP addresses and networks, separated by commas. Nodes at others are refused.',
      }),
    },
  },
  {
    topic: 'limits',
    title: 'Sizes',
    description: 'How large files, texts and pushes may be.',
    fields: {
      max_attachment_size: number('Largest attached file', { min: 0, hint: 'In MB.' }),
      snippet_size_limit: number('Largest snippet', { min: 0, hint: 'In bytes.' }),
      diff_max_patch_bytes: number('Largest diff of a file', {
        min: 0,
        hint: 'In bytes; larger ones are collapsed.',
      }),
      push_event_hooks_limit: number('Branches of a push that trigger webhooks', {
        min: 0,
        hint: 'A push of more branches or tags at once triggers none.',
      }),
      push_event_activities_limit: number('Branches of a push that are listed one by one', {
        min: 0,
        hint: 'A push of more branches or tags at once is one entry in the activity.',
      }),
    },
  },
  {
    topic: 'rates',
    title: 'Rate limits',
    description: 'Who sends more requests than this gets the status 429 until the period is over.',
    fields: {
      throttle_unauthenticated_enabled: check('Limit requests without a user', { hint: 'By IP address.' }),
      throttle_unauthenticated_requests_per_period: number('Requests of an address', { min: 0 }),
      throttle_unauthenticated_period_in_seconds: number('Period of requests without a user', {
        min: 0,
        hint: 'In seconds.',
      }),
      throttle_authenticated_api_enabled: check('Limit requests of users to the API'),
      throttle_authenticated_api_requests_per_period: number('API requests of a user', { min: 0 }),
      throttle_authenticated_api_period_in_seconds: number('Period of API requests', { min: 0, hint: 'In seconds.' }),
      throttle_authenticated_web_enabled: check('Limit other requests of users', { hint: 'Git and files.' }),
      throttle_authenticated_web_requests_per_period: number('Other requests of a user', { min: 0 }),
      throttle_authenticated_web_period_in_seconds: number('Period of other requests', { min: 0, hint: 'In seconds.' }),
      throttle_authenticated_git_enabled: check('Limit git requests of users', {
        hint: 'In addition to the limit of other requests. A clone over HTTP has three.',
      }),
      throttle_authenticated_git_requests_per_period: number('Git requests of a user', { min: 0 }),
      throttle_authenticated_git_period_in_seconds: number('Period of git requests of users', {
        min: 0,
        hint: 'In seconds.',
      }),
      throttle_unauthenticated_git_enabled: check('Limit git requests without a user', {
        hint: 'Deploy tokens and deploy keys count as such.',
      }),
      throttle_unauthenticated_git_requests_per_period: number('Git requests of an address', { min: 0 }),
      throttle_unauthenticated_git_period_in_seconds: number('Period of git requests without a user', {
        min: 0,
        hint: 'In seconds.',
      }),
      throttle_protected_paths_enabled: check('Limit attempts to sign in', {
        hint: 'Passwords, SSH connections, and POST requests to the paths below.',
      }),
      throttle_protected_paths_requests_per_period: number('Attempts of a user or address', { min: 0 }),
      throttle_protected_paths_period_in_seconds: number('Period of attempts', { min: 0, hint: 'In seconds.' }),
      protected_paths_raw: text('Paths whose POST requests are attempts', {
        hint: 'One beginning of a path per line.',
      }),
      raw_blob_request_limit: number('Requests for one raw file in a minute', { min: 0, hint: '0: no limit.' }),
    },
  },
  {
    topic: 'email',
    title: 'Email',
    description: 'What the mails of the instance look like. The mail server is set where the instance is started.',
    fields: {
      admin_notification_email: line('Address for problems', {
        type: 'email',
        hint: 'Receives at most one mail a day about failed repository checks and old dead letters. Empty: none.',
      }),
      html_emails_enabled: check('Send formatted mails', { hint: 'Beside the plain text.' }),
      email_author_in_body: check('Name the author in the text', {
        hint: 'For mail servers that replace the name of the sender.',
      }),
      email_additional_text: text('Text below every mail', { rows: 3, hint: 'Such as a legal note.' }),
    },
  },
  {
    topic: 'network',
    title: 'Network and webhooks',
    description: 'Which addresses webhooks, integrations and mirrors may call.',
    fields: {
      allow_local_requests_from_web_hooks_and_services: check('Webhooks of projects may call the local network', {
        hint: 'On: members of projects can reach hosts that only this server should reach.',
      }),
      allow_local_requests_from_system_hooks: check('System hooks may call the local network', {
        hint: 'Only administrators add system hooks.',
      }),
      outbound_local_requests_whitelist_raw: text('Local addresses that may always be called', {
        hint: 'Domains, IP addresses and networks, one per line.',
      }),
      dns_rebinding_protection_enabled: check('Call only the address that was checked', {
        hint: 'Off: the name is resolved again for the connection, which some proxies need.',
      }),
    },
  },
  {
    topic: 'services',
    title: 'External services',
    description: 'Servers that the instance or the browsers of its users call.',
    fields: {
      akismet_enabled: check('Check public texts for spam', {
        hint: 'Issues and snippets that everybody can read are sent to Akismet, unless members wrote them.',
      }),
      akismet_api_key: secret('Akismet key', { hint: 'Enter it to turn the check on.' }),
      asset_proxy_enabled: check('Load pictures of other hosts through a proxy', {
        hint: 'Those hosts do not learn who reads a text.',
      }),
      asset_proxy_url: line('Address of the picture proxy', { type: 'url' }),
      asset_proxy_secret_key: secret('Secret of the picture proxy'),
      asset_proxy_whitelist: lines('Hosts whose pictures are loaded directly', {
        hint: 'One per line; * stands for any text.',
      }),
      avatarsvc_enabled: check('Offer pictures of an avatar service', {
        hint: 'For users without a picture, where the instance is configured with such a service.',
      }),
      plantuml_enabled: check('Show PlantUML diagrams', { hint: 'Browsers load them from the server below.' }),
      plantuml_url: line('Address of the PlantUML server', { type: 'url' }),
      sourcegraph_enabled: check('Link files to a code navigation service'),
      sourcegraph_url: line('Address of the code navigation service', { type: 'url' }),
      sourcegraph_public_only: check('Only files of public projects have the link'),
      static_objects_external_storage_url: line('Address that serves raw files and archives', {
        type: 'url',
        hint: 'Such as a content delivery network: requests are redirected to it. Empty: none.',
      }),
      static_objects_external_storage_auth_token: secret('Token of that address', {
        hint: 'Enter it together with the address.',
      }),
      external_authorization_service_enabled: check('Ask another service who may access projects', {
        hint: 'In addition to memberships, and for administrators, too. If it does not answer, nobody has access.',
      }),
      external_authorization_service_url: line('Address of the authorization service', { type: 'url' }),
      external_authorization_service_timeout: optionalNumber('Time limit of the authorization service', {
        min: 0,
        hint: 'In seconds.',
      }),
      external_authorization_service_default_label: line('Label of projects that have none'),
      external_auth_client_cert: text('Client certificate', { hint: 'PEM; enter it together with the key.' }),
      external_auth_client_key: text('Key of the client certificate', { hint: 'It is never shown.' }),
      external_auth_client_key_pass: secret('Passphrase of the key'),
    },
  },
  {
    topic: 'monitoring',
    title: 'Monitoring and retention',
    description: 'Measurements of the instance, and how long events are kept.',
    fields: {
      prometheus_metrics_enabled: check('Offer metrics', {
        hint: 'At /-/metrics of the metrics port of each service.',
      }),
      dashboard_enabled: check('Link the metrics dashboard in the overview'),
      dashboard_url: line('Address of the metrics dashboard'),
      audit_event_retention_days: number('Days for which audit events are kept', { min: 0 }),
      contribution_event_retention_days: number('Days for which the activity of users is kept', { min: 0 }),
    },
  },
];

/**
 * Settings that the API requires together: turning a switch on sends the others with it, whether
 * they have changed or not.
 */
const sentWithSwitch: Partial<Record<SettingName, readonly SettingName[]>> = {
  require_two_factor_authentication: ['two_factor_grace_period'],
  unique_ips_limit_enabled: ['unique_ips_limit_per_user', 'unique_ips_limit_time_window'],
  domain_blacklist_enabled: ['domain_blacklist_raw'],
  enforce_terms: ['terms'],
  housekeeping_enabled: [
    'housekeeping_bitmaps_enabled',
    'housekeeping_full_repack_period',
    'housekeeping_gc_period',
    'housekeeping_incremental_repack_period',
  ],
  akismet_enabled: ['akismet_api_key'],
  asset_proxy_enabled: ['asset_proxy_url', 'asset_proxy_secret_key'],
  plantuml_enabled: ['plantuml_url'],
  sourcegraph_enabled: ['sourcegraph_url'],
  external_authorization_service_enabled: [
    'external_authorization_service_default_label',
    'external_authorization_service_timeout',
    'external_authorization_service_url',
  ],
  throttle_unauthenticated_enabled: throttle('throttle_unauthenticated'),
  throttle_authenticated_api_enabled: throttle('throttle_authenticated_api'),
  throttle_authenticated_web_enabled: throttle('throttle_authenticated_web'),
  throttle_authenticated_git_enabled: throttle('throttle_authenticated_git'),
  throttle_unauthenticated_git_enabled: throttle('throttle_unauthenticated_git'),
  throttle_protected_paths_enabled: throttle('throttle_protected_paths'),
};

type Throttle =
  | 'throttle_unauthenticated'
  | 'throttle_authenticated_api'
  | 'throttle_authenticated_web'
  | 'throttle_authenticated_git'
  | 'throttle_unauthenticated_git'
  | 'throttle_protected_paths';

function throttle(name: Throttle): SettingName[] {
  return [`${name}_period_in_seconds`, `${name}_requests_per_period`];
}

/** Names of settings whose values are lists, which the form shows with one entry per line. */
const listSettings: ReadonlySet<string> = new Set<SettingName>(['repository_storages', 'asset_proxy_whitelist']);

/** What the API receives for the changed values of a form. */
export function settingsToSend(
  changed: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const sent: Record<string, unknown> = { ...changed };
  for (const [name, others] of Object.entries(sentWithSwitch)) {
    if (changed[name] !== true) continue;
    for (const other of others) {
      const value = stored[other];
      if (!(other in sent) && value !== null && value !== undefined && value !== '') sent[other] = value;
    }
  }
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, listSettings.has(name) ? entriesOf(value) : value]),
  );
}

function entriesOf(value: unknown): string[] {
  return String(value)
    .split('\n')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
