import { api, asRoot, createUser, meshCaller } from '@forgemesh/testing';
import { SettingsServiceDefinition } from '@forgemesh/proto/settings/v1/settings';
import { settings } from '../settings.table';

describe('GET /application/settings', () => {
  it('shows every setting with its type to an administrator', async () => {
    const { status, body } = await asRoot().get('/application/settings');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      polling_interval_multiplier: '1.0',
      default_branch_protection: 2,
      default_project_visibility: 'private',
      restricted_visibility_levels: [],
      domain_whitelist: [],
      elasticsearch_url: ['http://localhost:9200'],
      repository_storages: ['default'],
      deletion_adjourned_period: 0,
      enabled_git_access_protocol: null,
      performance_bar_enabled: false,
      throttle_unauthenticated_enabled: true,
      throttle_unauthenticated_requests_per_period: 36_000,
      throttle_protected_paths_enabled: true,
      throttle_protected_paths_requests_per_period: 300,
      throttle_authenticated_api_enabled: false,
      throttle_authenticated_web_enabled: false,
      throttle_authenticated_git_enabled: true,
      throttle_authenticated_git_requests_per_period: 1800,
      throttle_unauthenticated_git_enabled: true,
      throttle_unauthenticated_git_requests_per_period: 600,
    });
  });

  it('includes the aliases of settings', async () => {
    const { body } = await asRoot().get('/application/settings');
    expect(body.gravatar_enabled).toBe(body.avatarsvc_enabled);
    expect(body.signin_enabled).toBe(body.password_authentication_enabled_for_web);
    expect(body.gitaly_timeout_default).toBe(55);
    expect(body.protected_paths_raw).toBe(body.protected_paths.join('\n'));
  });

  it('returns lists, never null', async () => {
    const { body } = await asRoot().get('/application/settings');
    const lists = settings.filter(([, { kind }]) => kind === 'texts' || kind === 'integers').map(([name]) => name);
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter((name) => !Array.isArray(body[name]))).toEqual([]);
  });

  it('has the types of the OpenAPI document', async () => {
    const { body } = await asRoot().get('/application/settings');
    const { body: document } = await api().get('/openapi.json');
    const { properties } = document.components.schemas['settings.ApplicationSettings'];
    expect(Object.keys(properties).sort()).toEqual(Object.keys(body).sort());
    const wrong = Object.entries(body).filter(([name, value]) => {
      const types = [properties[name].type].flat();
      if (value === null) return !types.includes('null') && properties[name].nullable !== true;
      if (Array.isArray(value)) return !types.includes('array');
      return !types.some((type) => typeof value === (type === 'integer' ? 'number' : type));
    });
    expect(wrong).toEqual([]);
  });

  it('shows whether each secret is set, and none of them', async () => {
    const secrets = settings.flatMap(([name, { secret, aliases = [] }]) => (secret ? [name, ...aliases] : []));
    expect(secrets.length).toBeGreaterThan(10);
    const { body: unset } = await asRoot().get('/application/settings');
    expect(secrets.filter((name) => unset[name] !== null)).toEqual([]);
    await asRoot().put('/application/settings', { captcha_private_key: 'plain', slack_app_secret: 'plain' });
    const { body } = await asRoot().get('/application/settings');
    await asRoot().put('/application/settings', { captcha_private_key: null, slack_app_secret: null });
    const shown = secrets.filter((name) => body[name] !== null);
    expect(shown.sort()).toEqual(['captcha_private_key', 'recaptcha_private_key', 'slack_app_secret']);
    expect(shown.map((name) => body[name])).toEqual(['********', '********', '********']);
    expect(JSON.stringify(body)).not.toContain('plain');
  });

  it('requires an administrator', async () => {
    const user = await createUser();
    expect((await user.api.get('/application/settings')).status).toBe(403);
    expect((await api().get('/application/settings')).status).toBe(401);
  });
});

describe('SettingsService.GetSettings', () => {
  it('returns explicit defaults and the times at which switches were turned on', async () => {
    const caller = meshCaller();
    const put = (fields: object) => asRoot().put('/application/settings', fields);
    const feed = () => caller.client(SettingsServiceDefinition, 'settings').getSettings({});
    try {
      expect(await feed()).toMatchObject({
        session_expire_delay: 10_080,
        explicit_session_expire_delay: undefined,
        two_factor_required_since: undefined,
      });
      for (const session_expire_delay of [10_080, 60, 10_080]) {
        const { status, body } = await put({ session_expire_delay });
        expect([status, body.session_expire_delay, body.explicit_session_expire_delay]).toEqual([
          ...[200, session_expire_delay, undefined],
        ]);
        expect((await feed()).explicit_session_expire_delay).toBe(session_expire_delay);
      }
      expect((await put({ session_expire_delay: null })).body.session_expire_delay).toBe(10_080);
      expect((await feed()).explicit_session_expire_delay).toBeUndefined();

      const began = Date.now();
      await put({ require_two_factor_authentication: true, two_factor_grace_period: 24 });
      const { two_factor_required_since: since = '' } = await feed();
      expect(Date.parse(since)).toBeGreaterThanOrEqual(began);
      await put({ require_two_factor_authentication: true, two_factor_grace_period: 48 });
      expect((await feed()).two_factor_required_since).toBe(since);
      await put({ require_two_factor_authentication: false });
      expect((await feed()).two_factor_required_since).toBeUndefined();
    } finally {
      await put({ require_two_factor_authentication: false, session_expire_delay: null });
      caller.close();
    }
  });

  it('returns all settings without secrets', async () => {
    await asRoot().put('/application/settings', {
      akismet_api_key: 'not for services',
      elasticsearch_url: 'http://ada:not%20for%20services@search.example',
    });
    const caller = meshCaller();
    try {
      const feed = await caller.client(SettingsServiceDefinition, 'settings').getSettings({});
      expect(feed).toMatchObject({ default_projects_limit: 100_000, repository_storages: ['default'] });
      expect(feed.elasticsearch_url).toEqual(['http://ada:*****@search.example/']);
      expect(JSON.stringify(feed)).not.toContain('not for services');
      expect(feed.akismet_api_key).toBeUndefined();
    } finally {
      caller.close();
      await asRoot().put('/application/settings', {
        akismet_api_key: null,
        elasticsearch_url: 'http://localhost:9200',
      });
    }
  });
});
