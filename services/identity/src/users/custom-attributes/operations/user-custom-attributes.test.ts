import { api, asRoot, createUser, unique } from '@forgemesh/testing';

const notFound = { status: 404, body: { message: '404 Not found' } };
const noUser = { status: 404, body: { message: '404 User Not Found' } };

describe('/users/:id/custom_attributes', () => {
  it('PUT sets, GET shows, DELETE removes', async () => {
    const path = `/users/${(await createUser()).id}/custom_attributes`;
    expect((await asRoot().get(path)).body).toEqual([]);
    expect(await asRoot().put(`${path}/team`, { value: 'blue' })).toMatchObject({
      status: 200,
      body: { key: 'team', value: 'blue' },
    });
    await asRoot().put(`${path}/cost%2Ecentre%2F1`, { value: '7' });
    await asRoot().put(`${path}/team`, { value: 'red' });
    const { headers, body } = await asRoot().get(path);
    expect(body).toEqual([
      { key: 'team', value: 'red' },
      { key: 'cost.centre/1', value: '7' },
    ]);
    expect(headers.get('x-total')).toBe('2');
    expect((await asRoot().get(`${path}/cost.centre%2F1`)).body).toEqual({ key: 'cost.centre/1', value: '7' });
    expect(await asRoot().delete(`${path}/team`)).toMatchObject({ status: 204, body: undefined });
    expect(await asRoot().get(`${path}/team`)).toMatchObject(notFound);
    expect(await asRoot().delete(`${path}/team`)).toMatchObject(notFound);
  });

  it('shows and finds users by them, for administrators only', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    const team = unique('team');
    await asRoot().put(`/users/${user.id}/custom_attributes/team`, { value: team });
    await asRoot().put(`/users/${user.id}/custom_attributes/site`, { value: 'north' });
    await asRoot().put(`/users/${other.id}/custom_attributes/other`, { value: team });
    const shown = [
      { key: 'team', value: team },
      { key: 'site', value: 'north' },
    ];
    const find = async (query: string, client = asRoot()) => (await client.get(`/users?${query}`)).body;
    expect(await find(`custom_attributes[team]=${team}&with_custom_attributes=true`)).toMatchObject([
      { id: user.id, custom_attributes: shown },
    ]);
    expect(await find(`custom_attributes[team]=${team}&custom_attributes[site]=north`)).toHaveLength(1);
    expect(await find(`custom_attributes[team]=${team}&custom_attributes[site]=south`)).toEqual([]);
    expect((await find(`custom_attributes[team]=${team}`))[0]).not.toHaveProperty('custom_attributes');
    expect((await asRoot().get(`/users/${user.id}?with_custom_attributes=true`)).body.custom_attributes).toEqual(shown);
    const own = await user.api.get(`/users/${user.id}?with_custom_attributes=true`);
    expect(own.body).not.toHaveProperty('custom_attributes');
    const all = await find(`custom_attributes[team]=${team}&username=${other.username}`, user.api);
    expect(all).toMatchObject([{ id: other.id }]);
  });

  it('refuses too many attributes', async () => {
    const path = `/users/${(await createUser()).id}/custom_attributes`;
    expect((await asRoot().put(`${path}/team`, {})).body).toEqual({ error: 'value is missing' });
    expect(await asRoot().put(`${path}/${'k'.repeat(256)}`, { value: 'x'.repeat(10_001) })).toMatchObject({
      status: 400,
      body: {
        message: {
          key: ['is too long (maximum is 255 characters)'],
          value: ['is too long (maximum is 10000 characters)'],
        },
      },
    });
    for (let count = 0; count < 100; count++) await asRoot().put(`${path}/key-${count}`, { value: 'x' });
    expect(await asRoot().put(`${path}/one-more`, { value: 'x' })).toMatchObject({
      status: 400,
      body: { message: { base: ['can have at most 100 custom attributes'] } },
    });
    expect((await asRoot().put(`${path}/key-1`, { value: 'y' })).status).toBe(200);
  });

  it('requires an administrator and an existing user', async () => {
    const user = await createUser();
    const path = `/users/${user.id}/custom_attributes`;
    expect((await user.api.get(path)).status).toBe(403);
    expect((await user.api.get(`${path}/team`)).status).toBe(403);
    expect((await user.api.put(`${path}/team`, { value: 'x' })).status).toBe(403);
    expect((await user.api.delete(`${path}/team`)).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
    const unknown = '/users/999999999/custom_attributes';
    expect(await asRoot().get(unknown)).toMatchObject(noUser);
    expect(await asRoot().get(`${unknown}/team`)).toMatchObject(noUser);
    expect(await asRoot().put(`${unknown}/team`, { value: 'x' })).toMatchObject(noUser);
    expect(await asRoot().delete(`${unknown}/team`)).toMatchObject(noUser);
  });
});
