/**
 * The settings of the instance in words: their labels and effects, by topic. A setting of the API
 * that is not here stands under "Other" with its name.
 */
import { t } from '@lingui/core/macro';
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
  { value: 'private', text: t`Private: members` },
  { value: 'internal', text: t`Internal: signed-in users who are not external` },
  { value: 'public', text: t`Public: everybody` },
] as const;

const keySizes = (sizes: readonly number[]) => [
  { value: '0', text: t`Allowed` },
  ...sizes.map((size) => ({ value: String(size), text: t`Allowed from ${size} bits on` })),
  { value: '-1', text: t`Refused` },
];

/** All topics in the order of the page. */
export const settingsTopics: readonly SettingsTopic[] = [
  {
    topic: 'accounts',
    title: t`Accounts`,
    description: t`Who may have an account, and what new users may do.`,
    fields: {
      signup_enabled: check(t`People may register`, {
        hint: t`They confirm their address with a link, so it needs a mail server. Off: administrators create the accounts.`,
      }),
      domain_whitelist_raw: text(t`Email domains that may register`, {
        hint: t`One per line; * stands for any text. Empty: all domains.`,
      }),
      domain_blacklist_enabled: check(t`Refuse some email domains`, { hint: t`Those of the following list.` }),
      domain_blacklist_raw: text(t`Email domains that may not register`, {
        hint: t`One per line; * stands for any text.`,
      }),
      send_user_confirmation_email: check(t`Confirm changed email addresses`, {
        hint: t`A new address takes effect once its owner has opened a link. It needs a mail server.`,
      }),
      user_default_external: check(t`New users are external`, {
        hint: t`External users see public projects and those of which they are members, and create no projects.`,
      }),
      user_default_internal_regex: line(t`Email addresses that are not external`, {
        hint: t`A regular expression, for example ^[^@]+@example\\.com$. It applies where new users are external.`,
      }),
      default_projects_limit: number(t`Personal projects of a new user`, {
        min: 0,
        hint: t`The most that a user may have.`,
      }),
      commit_email_hostname: line(t`Host of private commit addresses`, {
        hint: t`Users who hide their address commit as id-username@ this host.`,
      }),
    },
  },
  {
    topic: 'sign-in',
    title: t`Sign-in`,
    description: t`Passwords, second factors, and how long sign-ins and tokens are valid.`,
    fields: {
      password_authentication_enabled_for_web: check(t`Sign in with a password`, {
        hint: t`Off: only tokens are accepted. Make sure that you have one.`,
      }),
      password_authentication_enabled_for_git: check(t`Git over HTTP accepts passwords`, {
        hint: t`Off: git needs an access token.`,
      }),
      minimum_password_length: number(t`Shortest password`, { min: 0, hint: t`In characters; for new passwords.` }),
      require_two_factor_authentication: check(t`Everybody must have a second factor`, {
        hint: t`After the grace period, a sign-in without it can only set one up.`,
      }),
      two_factor_grace_period: number(t`Grace period of the second factor`, { min: 0, hint: t`In hours.` }),
      session_expire_delay: optionalNumber(t`A sign-in lasts`, { min: 0, hint: t`In minutes. Empty: two hours.` }),
      max_personal_access_token_lifetime: optionalNumber(t`Longest life of access tokens`, {
        min: 0,
        hint: t`In days. Longer ones, and those without an end, are refused. Empty: no limit.`,
      }),
      unique_ips_limit_enabled: check(t`Limit the addresses of a user`, {
        hint: t`Refuses a user who comes from too many IP addresses at a time, such as a shared account.`,
      }),
      unique_ips_limit_per_user: number(t`Addresses of a user`, {
        min: 0,
        hint: t`The maximum within the time below.`,
      }),
      unique_ips_limit_time_window: number(t`Time in which addresses are counted`, { min: 0, hint: t`In seconds.` }),
    },
  },
  {
    topic: 'terms',
    title: t`Terms of service`,
    description: t`A text that users accept before they use the instance.`,
    fields: {
      enforce_terms: check(t`Users must accept the terms`, {
        hint: t`The API and git refuse others. Everybody is asked again after a change of the text.`,
      }),
      terms: text(t`Terms`, { rows: 10, isMarkdown: true }),
    },
  },
  {
    topic: 'defaults',
    title: t`Projects and groups`,
    description: t`What new projects, groups and snippets begin with, and what their owners may choose.`,
    fields: {
      default_project_visibility: choice(t`New projects are`, visibilities),
      default_group_visibility: choice(t`New groups are`, visibilities),
      default_snippet_visibility: choice(t`New personal snippets are`, visibilities),
      restricted_visibility_levels: checks(t`Only administrators may choose`, visibilities, {
        hint: t`Restricting public also hides the list of users from visitors.`,
      }),
      default_project_creation: choice(t`Who creates projects in a new group`, [
        { value: '2', text: t`Developers and maintainers` },
        { value: '1', text: t`Maintainers` },
        { value: '0', text: t`Nobody but administrators` },
      ]),
      default_branch_protection: choice(t`Protection of the default branch of new projects`, [
        { value: '2', text: t`Maintainers push and merge` },
        { value: '1', text: t`Developers push, nobody rewrites the history` },
        { value: '0', text: t({ message: 'None', context: 'protection' }) },
      ]),
      import_sources: checks(
        t`Projects may be imported from`,
        [
          { value: 'svc_project', text: t`Archives` },
          { value: 'git', text: t`Repositories at an address` },
        ],
        { hint: t`Other sources of the API have no effect here.` },
      ),
      project_export_enabled: check(t`Projects may be exported`, { hint: t`As archives with all their data.` }),
      default_ci_config_path: line(t`Pipeline definition of new projects`, {
        hint: t`A path in the repository. Empty: .gitlab-ci.yml.`,
      }),
      auto_devops_enabled: check(t`New projects have the automatic pipeline`, {
        hint: t`The value that projects show until their owners change it.`,
      }),
      shared_runners_enabled: check(t`New projects use shared runners`, {
        hint: t`The value that projects show until their owners change it.`,
      }),
      protected_ci_variables: check(t`New variables are protected`, {
        hint: t`Pipelines of protected branches and tags alone get them.`,
      }),
      file_template_project_id: optionalNumber(t`Project with file templates`, {
        min: 0,
        hint: t`Its id. All projects offer its licenses and .gitignore files. Empty: none.`,
      }),
      time_tracking_limit_to_hours: check(t`Show tracked times in hours`, { hint: t`Instead of days and weeks.` }),
    },
  },
  {
    topic: 'git',
    title: t`Git and SSH keys`,
    description: t`How repositories are fetched and pushed, and which keys are accepted.`,
    fields: {
      enabled_git_access_protocol: choice(t`Git is reached by`, [
        { value: '', text: t`HTTP and SSH` },
        { value: 'http', text: t`HTTP only` },
        { value: 'ssh', text: t`SSH only` },
      ]),
      custom_http_clone_url_root: line(t`Start of HTTP clone addresses`, {
        hint: t`Shown instead of the address of the instance, for a host of its own for git. Empty: the same address.`,
      }),
      receive_max_input_size: optionalNumber(t`Largest push`, { min: 0, hint: t`In MB. Empty: no limit.` }),
      repository_size_limit: number(t`Largest repository`, {
        min: 0,
        hint: t`In MB; pushes beyond it are refused. 0: no limit. Projects may have a limit of their own.`,
      }),
      rsa_key_restriction: choice(t`RSA keys`, keySizes([1024, 2048, 3072, 4096])),
      ecdsa_key_restriction: choice(t`ECDSA keys`, keySizes([256, 384, 521])),
      ed25519_key_restriction: choice(t`ED25519 keys`, keySizes([256])),
      dsa_key_restriction: choice(t`DSA keys`, keySizes([1024, 2048, 3072])),
    },
  },
  {
    topic: 'storage',
    title: t`Repositories and storage`,
    description: t`Where repositories are stored, how they are maintained, and when they are removed.`,
    fields: {
      repository_storages: lines(t`Storages of new projects`, {
        hint: t`One name per line; each new project gets one of them at random.`,
      }),
      housekeeping_enabled: check(t`Pack repositories automatically`, {
        hint: t`After pushes. Off: repositories grow and become slow.`,
      }),
      repository_checks_enabled: check(t`Check repositories`, {
        hint: t`Reads all objects of each repository within 30 days. Failures stand under Repository checks.`,
      }),
      deletion_adjourned_period: number(t`Days before a deleted project is removed`, {
        min: 0,
        hint: t`Until then, its owners can restore it. 0: it is removed at once.`,
      }),
      deleted_repository_retention_days: number(t`Days for which removed repositories are kept`, {
        min: 0,
        hint: t`Administrators can restore them. 0: none are kept.`,
      }),
      storage_timeout_fast: number(t`Time limit of fast repository calls`, {
        min: 0,
        hint: t`In seconds: reads of single branches and files. 0: none.`,
      }),
      storage_timeout_medium: number(t`Time limit of medium repository calls`, {
        min: 0,
        hint: t`In seconds: lists and changes of branches. 0: none.`,
      }),
      storage_timeout_default: number(t`Time limit of all other repository calls`, {
        min: 0,
        hint: t`In seconds; it must be the longest of the three. 0: none.`,
      }),
    },
  },
  {
    topic: 'mirrors',
    title: t`Mirrors and replication`,
    description: t`Copies of repositories of other servers, and other nodes of this instance.`,
    fields: {
      mirror_available: check(t`Maintainers may set up mirrors`, { hint: t`Off: only administrators may.` }),
      mirror_max_delay: number(t`Longest time between two updates of a mirror`, { min: 0, hint: t`In minutes.` }),
      mirror_max_capacity: number(t`Mirrors that are updated at the same time`, { min: 0 }),
      mirror_capacity_threshold: number(t`Free places before further mirrors are started`, {
        min: 0,
        hint: t`Less than the number of mirrors at the same time.`,
      }),
      geo_node_allowed_ips: line(t`Addresses of secondary nodes`, {
        hint: t`IP addresses and networks, separated by commas. Nodes at others are refused.`,
      }),
    },
  },
  {
    topic: 'limits',
    title: t`Sizes`,
    description: t`How large files, texts and pushes may be.`,
    fields: {
      max_attachment_size: number(t`Largest attached file`, { min: 0, hint: t`In MB.` }),
      snippet_size_limit: number(t`Largest snippet`, { min: 0, hint: t`In bytes.` }),
      diff_max_patch_bytes: number(t`Largest diff of a file`, {
        min: 0,
        hint: t`In bytes; larger ones are collapsed.`,
      }),
      push_event_hooks_limit: number(t`Branches of a push that trigger webhooks`, {
        min: 0,
        hint: t`A push of more branches or tags at once triggers none.`,
      }),
      push_event_activities_limit: number(t`Branches of a push that are listed one by one`, {
        min: 0,
        hint: t`A push of more branches or tags at once is one entry in the activity.`,
      }),
    },
  },
  {
    topic: 'rates',
    title: t`Rate limits`,
    description: t`Who sends more requests than this gets the status 429 until the period is over.`,
    fields: {
      throttle_unauthenticated_enabled: check(t`Limit requests without a user`, { hint: t`By IP address.` }),
      throttle_unauthenticated_requests_per_period: number(t`Requests of an address`, { min: 0 }),
      throttle_unauthenticated_period_in_seconds: number(t`Period of requests without a user`, {
        min: 0,
        hint: t`In seconds.`,
      }),
      throttle_authenticated_api_enabled: check(t`Limit requests of users to the API`),
      throttle_authenticated_api_requests_per_period: number(t`API requests of a user`, { min: 0 }),
      throttle_authenticated_api_period_in_seconds: number(t`Period of API requests`, { min: 0, hint: t`In seconds.` }),
      throttle_authenticated_web_enabled: check(t`Limit other requests of users`, { hint: t`Git and files.` }),
      throttle_authenticated_web_requests_per_period: number(t`Other requests of a user`, { min: 0 }),
      throttle_authenticated_web_period_in_seconds: number(t`Period of other requests`, {
        min: 0,
        hint: t`In seconds.`,
      }),
      throttle_authenticated_git_enabled: check(t`Limit git requests of users`, {
        hint: t`In addition to the limit of other requests. A clone over HTTP has three.`,
      }),
      throttle_authenticated_git_requests_per_period: number(t`Git requests of a user`, { min: 0 }),
      throttle_authenticated_git_period_in_seconds: number(t`Period of git requests of users`, {
        min: 0,
        hint: t`In seconds.`,
      }),
      throttle_unauthenticated_git_enabled: check(t`Limit git requests without a user`, {
        hint: t`Deploy tokens and deploy keys count as such.`,
      }),
      throttle_unauthenticated_git_requests_per_period: number(t`Git requests of an address`, { min: 0 }),
      throttle_unauthenticated_git_period_in_seconds: number(t`Period of git requests without a user`, {
        min: 0,
        hint: t`In seconds.`,
      }),
      throttle_protected_paths_enabled: check(t`Limit attempts to sign in`, {
        hint: t`Passwords, SSH connections, and POST requests to the paths below.`,
      }),
      throttle_protected_paths_requests_per_period: number(t`Attempts of a user or address`, { min: 0 }),
      throttle_protected_paths_period_in_seconds: number(t`Period of attempts`, { min: 0, hint: t`In seconds.` }),
      protected_paths_raw: text(t`Paths whose POST requests are attempts`, {
        hint: t`One beginning of a path per line.`,
      }),
      raw_blob_request_limit: number(t`Requests for one raw file in a minute`, { min: 0, hint: t`0: no limit.` }),
    },
  },
  {
    topic: 'email',
    title: t`Email`,
    description: t`What the mails of the instance look like. The mail server is set where the instance is started.`,
    fields: {
      admin_notification_email: line(t`Address for problems`, {
        type: 'email',
        hint: t`Receives at most one mail a day about failed repository checks and old dead letters. Empty: none.`,
      }),
      html_emails_enabled: check(t`Send formatted mails`, { hint: t`Beside the plain text.` }),
      email_author_in_body: check(t`Name the author in the text`, {
        hint: t`For mail servers that replace the name of the sender.`,
      }),
      email_additional_text: text(t`Text below every mail`, { rows: 3, hint: t`Such as a legal note.` }),
    },
  },
  {
    topic: 'network',
    title: t`Network and webhooks`,
    description: t`Which addresses webhooks, integrations and mirrors may call.`,
    fields: {
      allow_local_requests_from_web_hooks_and_services: check(t`Webhooks of projects may call the local network`, {
        hint: t`On: members of projects can reach hosts that only this server should reach.`,
      }),
      allow_local_requests_from_system_hooks: check(t`System hooks may call the local network`, {
        hint: t`Only administrators add system hooks.`,
      }),
      outbound_local_requests_whitelist_raw: text(t`Local addresses that may always be called`, {
        hint: t`Domains, IP addresses and networks, one per line.`,
      }),
      dns_rebinding_protection_enabled: check(t`Call only the address that was checked`, {
        hint: t`Off: the name is resolved again for the connection, which some proxies need.`,
      }),
    },
  },
  {
    topic: 'services',
    title: t`External services`,
    description: t`Servers that the instance or the browsers of its users call.`,
    fields: {
      akismet_enabled: check(t`Check public texts for spam`, {
        hint: t`Issues and snippets that everybody can read are sent to Akismet, unless members wrote them.`,
      }),
      akismet_api_key: secret(t`Akismet key`, { hint: t`Enter it to turn the check on.` }),
      asset_proxy_enabled: check(t`Load pictures of other hosts through a proxy`, {
        hint: t`Those hosts do not learn who reads a text.`,
      }),
      asset_proxy_url: line(t`Address of the picture proxy`, { type: 'url' }),
      asset_proxy_secret_key: secret(t`Secret of the picture proxy`),
      asset_proxy_whitelist: lines(t`Hosts whose pictures are loaded directly`, {
        hint: t`One per line; * stands for any text.`,
      }),
      avatarsvc_enabled: check(t`Offer pictures of an avatar service`, {
        hint: t`For users without a picture, where the instance is configured with such a service.`,
      }),
      plantuml_enabled: check(t`Show PlantUML diagrams`, { hint: t`Browsers load them from the server below.` }),
      plantuml_url: line(t`Address of the PlantUML server`, { type: 'url' }),
      sourcegraph_enabled: check(t`Link files to a code navigation service`),
      sourcegraph_url: line(t`Address of the code navigation service`, { type: 'url' }),
      sourcegraph_public_only: check(t`Only files of public projects have the link`),
      static_objects_external_storage_url: line(t`Address that serves raw files and archives`, {
        type: 'url',
        hint: t`Such as a content delivery network: requests are redirected to it. Empty: none.`,
      }),
      static_objects_external_storage_auth_token: secret(t`Token of that address`, {
        hint: t`Enter it together with the address.`,
      }),
      external_authorization_service_enabled: check(t`Ask another service who may access projects`, {
        hint: t`In addition to memberships, and for administrators, too. If it does not answer, nobody has access.`,
      }),
      external_authorization_service_url: line(t`Address of the authorization service`, { type: 'url' }),
      external_authorization_service_timeout: optionalNumber(t`Time limit of the authorization service`, {
        min: 0,
        hint: t`In seconds.`,
      }),
      external_authorization_service_default_label: line(t`Label of projects that have none`),
      external_auth_client_cert: text(t`Client certificate`, { hint: t`PEM; enter it together with the key.` }),
      external_auth_client_key: text(t`Key of the client certificate`, { hint: t`It is never shown.` }),
      external_auth_client_key_pass: secret(t`Passphrase of the key`),
    },
  },
  {
    topic: 'monitoring',
    title: t`Monitoring and retention`,
    description: t`Measurements of the instance, and how long events are kept.`,
    fields: {
      prometheus_metrics_enabled: check(t`Offer metrics`, {
        hint: t`At /-/metrics of the metrics port of each service.`,
      }),
      dashboard_enabled: check(t`Link the metrics dashboard in the overview`),
      dashboard_url: line(t`Address of the metrics dashboard`),
      audit_event_retention_days: number(t`Days for which audit events are kept`, { min: 0 }),
      contribution_event_retention_days: number(t`Days for which the activity of users is kept`, { min: 0 }),
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
