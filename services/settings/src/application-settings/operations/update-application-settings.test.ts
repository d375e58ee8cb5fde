import { connectDatabase } from '@forgemesh/data';
import { createSecretBox } from '@forgemesh/security';
import { createMetrics } from '@forgemesh/telemetry';
import { api, asRoot, createUser, mesh } from '@forgemesh/testing';
import { createCertificate } from '@forgemesh/testing/certificates';
import type { Setting } from '../setting-kinds';
import { settings, settingsTable, type SettingName } from '../settings.table';

const path = '/application/settings';
const UNSUPPORTED = 'is not supported by this instance';
let before: Record<string, unknown>;
let certificate: { external_auth_client_cert: string; external_auth_client_key: string };

/** Switches and the settings that each of them requires. */
const switches = [
  ['require_two_factor_authentication', { two_factor_grace_period: 24 }],
  ['plantuml_enabled', { plantuml_url: 'http://plantuml.example' }],
  ['akismet_enabled', { akismet_api_key: 'key' }],
  ['captcha_enabled', { captcha_private_key: 'private', captcha_site_key: 'site' }],
  ['login_captcha_protection_enabled', { captcha_private_key: 'private', captcha_site_key: 'site' }],
  ['domain_blacklist_enabled', { domain_blacklist: ['bad.example'] }],
  ['enforce_terms', { terms: 'Be kind' }],
  [
    'external_authorization_service_enabled',
    {
      external_authorization_service_default_label: 'label',
      external_authorization_service_timeout: 1,
      external_authorization_service_url: 'http://authorize.example',
    },
  ],
  [
    'housekeeping_enabled',
    {
      housekeeping_bitmaps_enabled: true,
      housekeeping_full_repack_period: 51,
      housekeeping_gc_period: 201,
      housekeeping_incremental_repack_period: 11,
    },
  ],
  [
    'metrics_enabled',
    {
      metrics_host: 'metrics.example',
      metrics_method_call_threshold: 10,
      metrics_packet_size: 1,
      metrics_pool_size: 16,
      metrics_port: 8089,
      metrics_sample_interval: 15,
      metrics_timeout: 10,
    },
  ],
  ['slack_app_enabled', { slack_app_id: 'id', slack_app_secret: 'secret', slack_app_verification_token: 'token' }],
  ['snowplow_enabled', { snowplow_collector_hostname: 'collector.example' }],
  ['sourcegraph_enabled', { sourcegraph_url: 'http://code.example' }],
  ['unique_ips_limit_enabled', { unique_ips_limit_per_user: 1000, unique_ips_limit_time_window: 10 }],
  ...[
    'authenticated_api',
    'authenticated_git',
    'authenticated_web',
    'protected_paths',
    'unauthenticated',
    'unauthenticated_git',
  ].map((name) => [
    `throttle_${name}_enabled`,
    {
      [`throttle_${name}_period_in_seconds`]: 100,
      [`throttle_${name}_requests_per_period`]: 1_000_000,
    },
  ]),
].map(([name, values]) => [name, Object.keys(values as object), values]) as [
  string,
  string[],
  Record<string, unknown>,
][];

beforeAll(async () => {
  before = (await asRoot().get(path)).body;
  const { cert, key } = await createCertificate('client');
  certificate = { external_auth_client_cert: cert, external_auth_client_key: key };
});

/** Updates settings. */
async function change(body: Record<string, unknown>) {
  const response = await asRoot().put(path, body);
  return { status: response.status, body: response.body };
}

/** The stored document as a string. */
async function storedSettings(): Promise<string> {
  const { mongodbUri, databasePrefix } = mesh();
  const database = `${databasePrefix}_settings`;
  const connection = await connectDatabase({ uri: mongodbUri, database, metrics: createMetrics('test') });
  try {
    return JSON.stringify(await connection.collection('application_settings').findOne({}));
  } finally {
    await connection.close();
  }
}

function secretOfMesh(): string {
  return mesh().secrets.settings ?? '';
}

/** Restores settings to their values before the suite. */
async function restore(...names: string[]): Promise<void> {
  await asRoot().put(path, Object.fromEntries(names.map((name) => [name, before[name]])));
}

describe('PUT /application/settings', () => {
  it('changes the given settings and no others', async () => {
    const { status, body } = await change({ help_page_text: 'Ask Ada', session_expire_delay: '60' });
    await change({ help_page_text: before['help_page_text'], session_expire_delay: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ help_page_text: 'Ask Ada', session_expire_delay: 60, max_attachment_size: 10 });
    expect(body.updated_at > String(before['updated_at'])).toBe(true);
    expect((await asRoot().get(path)).body.help_page_text).toBe(before['help_page_text']);
  });

  it('accepts form fields, aliases and line-separated strings', async () => {
    const form = new URLSearchParams({ gravatar_enabled: 'false', domain_blacklist_raw: 'a.example\n*.b.example\n' });
    const { body } = await asRoot().put(path, form);
    await restore('avatarsvc_enabled', 'domain_blacklist');
    expect(body).toMatchObject({
      avatarsvc_enabled: false,
      gravatar_enabled: false,
      domain_blacklist: ['a.example', '*.b.example'],
      domain_blacklist_raw: 'a.example\n*.b.example',
    });
  });

  it('accepts a comma-separated list and an empty list', async () => {
    expect((await change({ import_sources: 'git,manifest' })).body.import_sources).toEqual(['git', 'manifest']);
    expect((await change({ import_sources: [] })).body.import_sources).toEqual([]);
    await restore('import_sources');
    expect((await asRoot().get(path)).body.import_sources).toEqual(before['import_sources']);
  });

  it('accepts null as an empty list', async () => {
    const lists = {
      domain_whitelist: ['a.example'],
      restricted_visibility_levels: ['public'],
      domain_blacklist: ['b'],
    };
    expect((await change(lists)).body).toMatchObject(lists);
    const none = { domain_whitelist: null, restricted_visibility_levels: null, domain_blacklist: null };
    expect((await change(none)).body).toMatchObject({
      domain_whitelist: [],
      restricted_visibility_levels: [],
      domain_blacklist: [],
      domain_whitelist_raw: '',
    });
  });

  it('returns the polling multiplier as a string', async () => {
    expect((await change({ polling_interval_multiplier: '1.5' })).body.polling_interval_multiplier).toBe('1.5');
    expect((await change({ polling_interval_multiplier: 1 })).body.polling_interval_multiplier).toBe('1.0');
  });

  it.each(['nil', '', null])('accepts %j as both protocols', async (value) => {
    expect((await change({ enabled_git_access_protocol: 'ssh' })).body.enabled_git_access_protocol).toBe('ssh');
    expect((await change({ enabled_git_access_protocol: value })).body.enabled_git_access_protocol).toBeNull();
  });

  it('disables the performance bar through its deprecated switch', async () => {
    expect(await change({ performance_bar_enabled: true })).toEqual({
      status: 400,
      body: { error: 'performance_bar_allowed_group_path is missing' },
    });
    const given = await change({ performance_bar_allowed_group_id: 'admins', performance_bar_enabled: true });
    expect(given.body).toMatchObject({ performance_bar_allowed_group_path: 'admins', performance_bar_enabled: true });
    const taken = await change({ performance_bar_enabled: false });
    expect(taken.body).toMatchObject({ performance_bar_allowed_group_path: null, performance_bar_enabled: false });
  });

  it.each(switches)('requires, to turn on %s, %j in the same request', async (name, required, values) => {
    const missing = required.map((each) => `${each} is missing`).join(', ');
    // Stored values do not satisfy the requirement.
    expect((await change(values)).status).toBe(200);
    try {
      expect(await change({ [name]: true })).toEqual({ status: 400, body: { error: missing } });
      for (const omitted of required) {
        const { [omitted]: _, ...others } = values;
        expect((await change({ ...others, [name]: true })).body).toEqual({ error: `${omitted} is missing` });
      }
      expect((await asRoot().get(path)).body[name]).toBe(before[name]);
      const { status, body } = await change({ ...values, [name]: true });
      const setting: Setting = settingsTable[name as SettingName];
      if (setting.unsupported) {
        expect({ status, body }).toEqual({ status: 400, body: { message: { [name]: [UNSUPPORTED] } } });
        return;
      }
      expect([status, body[name]]).toEqual([200, true]);
      expect((await change({ [name]: false })).status).toBe(200);
    } finally {
      const cleared = Object.fromEntries(required.map((each) => [each, before[each] ?? null]));
      // The values can be cleared only while the switch is off.
      if (before[name] !== false) await change({ ...cleared, [name]: false });
      await change({ ...cleared, [name]: before[name] });
    }
  });

  it.each([
    { hashed_storage_enabled: false },
    { disabled_oauth_sign_in_sources: ['x'] },
    { elasticsearch_indexing: true },
  ])('refuses %j, on which nothing acts', async (given) => {
    const [name = ''] = Object.keys(given);
    expect(await change(given)).toEqual({ status: 400, body: { message: { [name]: [UNSUPPORTED] } } });
    // Clients send back values that they have read.
    expect((await change({ [name]: before[name] })).status).toBe(200);
  });

  it.each([
    [{ storage_timeout_medium: 56 }, { storage_timeout_medium: ['must be less than or equal to 55'] }],
    [{ storage_timeout_medium: 9 }, { storage_timeout_medium: ['must be greater than or equal to 10'] }],
    [{ gitaly_timeout_fast: 31 }, { storage_timeout_medium: ['must be greater than or equal to 31'] }],
    [{ storage_timeout_default: 20 }, { storage_timeout_medium: ['must be less than or equal to 20'] }],
    [
      { storage_timeout_fast: 60, storage_timeout_medium: 0 },
      { storage_timeout_fast: ['must be less than or equal to 55'] },
    ],
  ])('refuses %j, which is not in the order of timeouts', async (given, message) =>
    expect(await change(given)).toEqual({ status: 400, body: { message } }),
  );

  it('accepts timeouts in order, 0 for none', async () => {
    const timeouts = { storage_timeout_fast: 2, storage_timeout_medium: 2, storage_timeout_default: 0 };
    try {
      const { status, body } = await change(timeouts);
      expect([status, body.gitaly_timeout_medium, body.gitaly_timeout_default]).toEqual([200, 2, 0]);
    } finally {
      await change({ storage_timeout_fast: 10, storage_timeout_medium: 30, storage_timeout_default: 55 });
    }
    expect((await change({ storage_timeout_default: 3601 })).body).toEqual({
      error: 'storage_timeout_default does not have a valid value',
    });
  });

  it('requires the key of a certificate in the same request', async () => {
    expect((await change({ external_auth_client_key: 'key' })).status).toBe(200);
    expect(await change({ external_auth_client_cert: 'certificate' })).toEqual({
      status: 400,
      body: { error: 'external_auth_client_key is missing' },
    });
    const { external_auth_client_cert: cert } = certificate;
    expect((await change(certificate)).body.external_auth_client_cert).toBe(cert);
    expect(await change({ external_auth_client_key: 'another' })).toEqual({
      status: 400,
      body: { message: { external_auth_client_key: ['could not read private key, is the passphrase correct?'] } },
    });
    await change({ external_auth_client_cert: null, external_auth_client_key: null });
  });

  it('treats an empty value as missing', async () => {
    expect((await change({ captcha_enabled: 'True' })).body.error).toBe(
      'captcha_private_key is missing, captcha_site_key is missing',
    );
    expect((await change({ plantuml_enabled: true, plantuml_url: '' })).body.error).toBe('plantuml_url is missing');
    expect((await change({ plantuml_enabled: true, plantuml_url: null })).body.error).toBe('plantuml_url is missing');
  });

  it.each([[['http://a.example', 'http://b.example']], ['http://a.example, http://b.example']])(
    'accepts %j as URLs of the search engine',
    async (urls) => {
      const { body } = await change({ elasticsearch_url: urls });
      await restore('elasticsearch_url');
      expect(body.elasticsearch_url).toEqual(['http://a.example', 'http://b.example']);
      expect((await asRoot().get(path)).body.elasticsearch_url).toEqual(['http://localhost:9200']);
    },
  );

  it('masks passwords of URLs, and restores them if they are sent back masked', async () => {
    const { body } = await change({ elasticsearch_url: ['http://ada:pass@a.example', 'https://token@b.example/x'] });
    const masked = ['http://ada:*****@a.example/', 'https://*****@b.example/x'];
    expect(body.elasticsearch_url).toEqual(masked);
    const stored = await storedSettings();
    expect(stored).not.toContain('pass@');
    expect((await change({ elasticsearch_url: [...masked, 'http://c.example'] })).body.elasticsearch_url).toEqual([
      ...masked,
      'http://c.example',
    ]);
    const { values } = JSON.parse(await storedSettings());
    const box = createSecretBox(secretOfMesh(), 'settings');
    await restore('elasticsearch_url');
    expect(JSON.parse(box.open(values.elasticsearch_url))).toEqual([
      ...['http://ada:pass@a.example', 'https://token@b.example/x', 'http://c.example'],
    ]);
  });

  it.each([
    [{ default_branch_protection: 3 }, { error: 'default_branch_protection does not have a valid value' }],
    [{ deletion_adjourned_period: 91 }, { error: 'deletion_adjourned_period does not have a valid value' }],
    [
      { external_authorization_service_timeout: 10.5 },
      { error: 'external_authorization_service_timeout does not have a valid value' },
    ],
    [
      { restricted_visibility_levels: ['secret'] },
      { error: 'restricted_visibility_levels does not have a valid value' },
    ],
    [{ signup_enabled: 'maybe' }, { error: 'signup_enabled is invalid' }],
    [{ home_page_url: 'nowhere' }, { message: { home_page_url: ['must be a valid URL'] } }],
    [{ repository_storages: ['moon'] }, { message: { repository_storages: ["can't include: moon"] } }],
    [
      { archive_builds_in_human_readable: '1 hour' },
      { message: { archive_builds_in_human_readable: ['must be at least 1 day'] } },
    ],
  ])('refuses %j', async (given, body) => expect(await change(given)).toEqual({ status: 400, body }));

  it.each([{}, { unknown_setting: 1 }])('requires at least one setting (%j)', async (given) => {
    const { status, body } = await change(given);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^admin_notification_email, .* are missing, at least one parameter must be provided$/);
  });

  it('takes effect in all services when the response is sent', async () => {
    await change({ default_projects_limit: 7 });
    const user = await createUser();
    await restore('default_projects_limit');
    expect((await asRoot().get(`/users/${user.id}`)).body.projects_limit).toBe(7);
    const next = await createUser();
    expect((await asRoot().get(`/users/${next.id}`)).body.projects_limit).toBe(100_000);
  });

  it('seals every secret, and returns masks', async () => {
    const secrets = settings.filter(([, { secret }]) => secret).map(([name]) => name);
    const { status, body } = await change(Object.fromEntries(secrets.map((name) => [name, `plain ${name}`])));
    const stored = await storedSettings();
    await change(Object.fromEntries(secrets.map((name) => [name, null])));
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining('plain ')]);
    expect(secrets.filter((name) => !stored.includes(`"${name}":"v1.`))).toEqual([]);
    expect(stored).not.toContain('plain ');
    expect([...new Set(secrets.map((name) => body[name]))]).toEqual(['********']);
  });

  it('leaves a secret unchanged that is sent back masked', async () => {
    const mask = { external_auth_client_key: '********' };
    expect((await change(mask)).body.external_auth_client_key).toBeNull();
    expect(await change({ ...mask, external_auth_client_cert: 'certificate' })).toEqual({
      status: 400,
      body: { error: 'external_auth_client_key is missing' },
    });
    const { external_auth_client_cert: cert, external_auth_client_key: key } = certificate;
    await change({ external_auth_client_key: key });
    try {
      const { body } = await change({ ...mask, external_auth_client_cert: cert });
      expect(body).toMatchObject({ ...mask, external_auth_client_cert: cert });
      const { values } = JSON.parse(await storedSettings());
      expect(createSecretBox(secretOfMesh(), 'settings').open(values.external_auth_client_key)).toBe(key);
      const none = { external_auth_client_cert: null, external_auth_client_key: '' };
      expect((await change(none)).body.external_auth_client_key).toBeNull();
    } finally {
      await change({ external_auth_client_cert: null, external_auth_client_key: null });
    }
  });

  it('requires an administrator', async () => {
    const user = await createUser();
    expect((await user.api.put(path, { help_text: 'x' })).status).toBe(403);
    expect((await api().put(path, { help_text: 'x' })).status).toBe(401);
  });
});
