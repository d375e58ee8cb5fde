import { connectDatabase, createMetrics } from '@forgemesh/kit';
import { api, asRoot, createUser, mesh } from '@forgemesh/kit/testing';

const path = '/application/settings';
let before: Record<string, unknown>;

beforeAll(async () => {
  before = (await asRoot().get(path)).body;
});

/** Changes settings for one test. */
async function change(body: Record<string, unknown>) {
  const answer = await asRoot().put(path, body);
  return { status: answer.status, body: answer.body };
}

/** Puts settings back as they were before the suite. */
async function restore(...names: string[]): Promise<void> {
  await asRoot().put(path, Object.fromEntries(names.map((name) => [name, before[name]])));
}

describe('PUT /application/settings', () => {
  it('changes what is given and keeps the rest', async () => {
    const { status, body } = await change({ help_page_text: 'Ask Ada', session_expire_delay: '60' });
    await restore('help_page_text', 'session_expire_delay');
    expect(status).toBe(200);
    expect(body).toMatchObject({ help_page_text: 'Ask Ada', session_expire_delay: 60, max_attachment_size: 10 });
    expect(body.updated_at > String(before['updated_at'])).toBe(true);
    expect((await asRoot().get(path)).body.help_page_text).toBe(before['help_page_text']);
  });

  it('takes form fields, other names and lines of text', async () => {
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

  it('takes a list as one text and an empty one', async () => {
    expect((await change({ import_sources: 'git,manifest' })).body.import_sources).toEqual(['git', 'manifest']);
    expect((await change({ import_sources: [] })).body.import_sources).toEqual([]);
    await restore('import_sources');
    expect((await asRoot().get(path)).body.import_sources).toEqual(before['import_sources']);
  });

  it('takes null for no list, and shows none as null where nothing is restricted', async () => {
    const lists = {
      domain_whitelist: ['a.example'],
      restricted_visibility_levels: ['public'],
      domain_blacklist: ['b'],
    };
    expect((await change(lists)).body).toMatchObject(lists);
    const none = { domain_whitelist: null, restricted_visibility_levels: null, domain_blacklist: null };
    expect((await change(none)).body).toMatchObject({ ...none, domain_blacklist: [], domain_whitelist_raw: '' });
  });

  it('answers the polling multiplier as a text', async () => {
    expect((await change({ polling_interval_multiplier: '1.5' })).body.polling_interval_multiplier).toBe('1.5');
    expect((await change({ polling_interval_multiplier: 1 })).body.polling_interval_multiplier).toBe('1.0');
  });

  it.each(['nil', '', null])('understands %j as both protocols', async (value) => {
    expect((await change({ enabled_git_access_protocol: 'ssh' })).body.enabled_git_access_protocol).toBe('ssh');
    expect((await change({ enabled_git_access_protocol: value })).body.enabled_git_access_protocol).toBeNull();
  });

  it('takes the performance bar away through its older switch', async () => {
    expect(await change({ performance_bar_enabled: true })).toEqual({
      status: 400,
      body: { error: 'performance_bar_allowed_group_path is missing' },
    });
    const given = await change({ performance_bar_allowed_group_id: 'admins', performance_bar_enabled: true });
    expect(given.body).toMatchObject({ performance_bar_allowed_group_path: 'admins', performance_bar_enabled: true });
    const taken = await change({ performance_bar_enabled: false });
    expect(taken.body).toMatchObject({ performance_bar_allowed_group_path: null, performance_bar_enabled: false });
  });

  it('needs the settings on which a switch depends, given or set', async () => {
    expect(await change({ plantuml_enabled: true })).toEqual({
      status: 400,
      body: { error: 'plantuml_url is missing' },
    });
    expect((await change({ captcha_enabled: 'True' })).body.error).toBe(
      'captcha_private_key is missing, captcha_site_key is missing',
    );
    expect((await change({ plantuml_url: 'http://plantuml.example' })).status).toBe(200);
    expect((await change({ plantuml_enabled: true })).body.plantuml_enabled).toBe(true);
    expect((await change({ plantuml_enabled: false, plantuml_url: null })).body.plantuml_url).toBeNull();
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

  it.each([{}, { unknown_setting: 1 }])('needs at least one setting (%j)', async (given) => {
    const { status, body } = await change(given);
    expect(status).toBe(400);
    expect(body.error).toMatch(/^admin_notification_email, .* are missing, at least one parameter must be provided$/);
  });

  it('acts everywhere when it is answered', async () => {
    await change({ default_projects_limit: 7 });
    const user = await createUser();
    await restore('default_projects_limit');
    expect((await asRoot().get(`/users/${user.id}`)).body.projects_limit).toBe(7);
    const next = await createUser();
    expect((await asRoot().get(`/users/${next.id}`)).body.projects_limit).toBe(100_000);
  });

  it('keeps secrets sealed', async () => {
    const { body } = await change({ akismet_api_key: 'akismet secret', asset_proxy_secret_key: 'proxy secret' });
    expect(body.akismet_api_key).toBe('akismet secret');
    expect(body).not.toHaveProperty('asset_proxy_secret_key');
    const { mongodbUri, databasePrefix } = mesh();
    const database = await connectDatabase({
      uri: mongodbUri,
      database: `${databasePrefix}_settings`,
      metrics: createMetrics('test'),
    });
    const stored = JSON.stringify(await database.collection('application_settings').findOne({}));
    await database.close();
    await change({ akismet_api_key: null, asset_proxy_secret_key: null });
    expect(stored).toContain('asset_proxy_secret_key');
    expect(stored).not.toMatch(/akismet secret|proxy secret/);
  });

  it('is for administrators', async () => {
    const user = await createUser();
    expect((await user.api.put(path, { help_text: 'x' })).status).toBe(403);
    expect((await api().put(path, { help_text: 'x' })).status).toBe(401);
  });
});
