import { api, asRoot, createUser } from '@forgemesh/testing';

const path = '/user/preferences';

describe('/user/preferences', () => {
  it('shows the defaults and changes given fields', async () => {
    const user = await createUser();
    const defaults = {
      id: user.id,
      user_id: user.id,
      view_diffs_file_by_file: false,
      show_whitespace_in_diffs: true,
      preferred_language: 'auto',
    };
    const shown = await user.api.get(path);
    expect([shown.status, shown.body]).toEqual([200, defaults]);
    const changed = await user.api.put(path, { view_diffs_file_by_file: 'true' });
    expect([changed.status, changed.body]).toEqual([200, { ...defaults, view_diffs_file_by_file: true }]);
    const both = { ...changed.body, show_whitespace_in_diffs: false };
    expect((await user.api.put(path, { show_whitespace_in_diffs: false })).body).toEqual(both);
    expect((await user.api.get(path)).body).toEqual(both);
  });

  it('has the language of the pages, which the user sees in their own account', async () => {
    const user = await createUser();
    expect((await user.api.get('/user')).body).toMatchObject({ preferred_language: 'auto' });
    expect((await user.api.put(path, { preferred_language: 'de' })).body).toMatchObject({ preferred_language: 'de' });
    expect((await user.api.get('/user')).body).toMatchObject({ preferred_language: 'de' });
    expect((await asRoot().get(`/users/${user.id}`)).body).toMatchObject({ preferred_language: 'de' });
    expect((await api().get(`/users/${user.id}`)).body).not.toHaveProperty('preferred_language');
    const refused = await user.api.put(path, { preferred_language: 'tlh' });
    expect([refused.status, refused.body]).toEqual([400, { error: 'preferred_language does not have a valid value' }]);
  });

  it('requires a changed field and an existing user', async () => {
    const user = await createUser();
    expect((await user.api.put(path, {})).body).toEqual({
      error:
        'view_diffs_file_by_file, show_whitespace_in_diffs, preferred_language are missing, ' +
        'at least one parameter must be provided',
    });
    expect((await api().get(path)).status).toBe(401);
    expect((await api().put(path, { show_whitespace_in_diffs: true })).status).toBe(401);
  });
});
