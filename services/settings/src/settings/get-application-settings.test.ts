import { api, asRoot, createUser, meshCaller } from '@forgemesh/kit/testing';
import { SettingsServiceService } from '@forgemesh/proto/settings/v1/settings';

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
      restricted_visibility_levels: null,
      repository_storages: ['default'],
      deletion_adjourned_period: 0,
      enabled_git_access_protocol: null,
      performance_bar_enabled: false,
      throttle_unauthenticated_requests_per_period: 3600,
    });
  });

  it('shows other names beside the settings they mean', async () => {
    const { body } = await asRoot().get('/application/settings');
    expect(body.gravatar_enabled).toBe(body.avatarsvc_enabled);
    expect(body.signin_enabled).toBe(body.password_authentication_enabled_for_web);
    expect(body.gitaly_timeout_default).toBe(55);
    expect(body.protected_paths_raw).toBe(body.protected_paths.join('\n'));
  });

  it('never shows secrets that are only written', async () => {
    const { body } = await asRoot().get('/application/settings');
    const hidden = ['asset_proxy_secret_key', 'eks_secret_access_key', 'external_auth_client_key', 'slack_app_secret'];
    expect(Object.keys(body).filter((name) => hidden.includes(name))).toEqual([]);
  });

  it('is for administrators', async () => {
    const user = await createUser();
    expect((await user.api.get('/application/settings')).status).toBe(403);
    expect((await api().get('/application/settings')).status).toBe(401);
  });
});

describe('SettingsService.GetSettings', () => {
  it('tells other services all settings and no secret', async () => {
    await asRoot().put('/application/settings', { akismet_api_key: 'not for services' });
    const caller = meshCaller('projects');
    try {
      const settings = await caller.client(SettingsServiceService, 'settings').getSettings({});
      expect(settings).toMatchObject({ default_projects_limit: 100_000, repository_storages: ['default'] });
      expect(settings.akismet_api_key).toBeUndefined();
    } finally {
      caller.close();
      await asRoot().put('/application/settings', { akismet_api_key: null });
    }
  });
});
