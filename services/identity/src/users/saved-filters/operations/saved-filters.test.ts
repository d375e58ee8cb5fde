import { api, createUser } from '@forgemesh/testing';

const path = '/user/saved_filters';

describe('/user/saved_filters', () => {
  it('PUT saves and replaces, GET lists, DELETE removes', async () => {
    const user = await createUser();
    expect((await user.api.get(path)).body).toEqual([]);
    const mine = { list: 'issues', name: 'My bugs / urgent', query: 'assignee=me&labels=bug' };
    const at = `${path}/issues/${encodeURIComponent(mine.name)}`;
    expect(await user.api.put(at, { query: mine.query })).toMatchObject({ status: 200, body: mine });
    const ready = { list: 'merge_requests', name: 'Ready', query: 'draft=no' };
    await user.api.put(`${path}/merge_requests/Ready`, { query: ready.query });
    const changed = { ...mine, query: 'labels=bug' };
    expect((await user.api.put(at, { query: changed.query })).body).toEqual(changed);
    const { body, headers } = await user.api.get(path);
    expect(body).toEqual([changed, ready]);
    expect(headers.get('x-total')).toBe('2');
    expect((await user.api.get(`${path}?list=merge_requests`)).body).toEqual([ready]);
    expect((await user.api.get(`${path}?per_page=1&page=2`)).body).toEqual([ready]);
    expect(await user.api.delete(at)).toMatchObject({ status: 204 });
    expect(await user.api.delete(at)).toMatchObject({ status: 404, body: { message: '404 Not found' } });
    expect((await user.api.get(path)).body).toEqual([ready]);
  });

  it('belong to their user', async () => {
    const [user, other] = await Promise.all([createUser(), createUser()]);
    await user.api.put(`${path}/issues/Own`, { query: 'labels=bug' });
    expect((await other.api.get(path)).body).toEqual([]);
    expect((await other.api.delete(`${path}/issues/Own`)).status).toBe(404);
    expect((await api().get(path)).status).toBe(401);
    expect((await api().put(`${path}/issues/Own`, { query: 'a' })).status).toBe(401);
  });

  it('refuses unknown lists, long texts and too many', async () => {
    const user = await createUser();
    const save = (list: string, name: string, query?: string) =>
      user.api.put(`${path}/${list}/${encodeURIComponent(name)}`, query === undefined ? {} : { query });
    expect((await save('epics', 'One', 'a')).body).toEqual({ error: 'list does not have a valid value' });
    expect((await save('issues', 'One')).body).toEqual({ error: 'query is missing' });
    expect((await save('issues', 'One', 'x'.repeat(1001))).status).toBe(400);
    expect((await save('issues', 'x'.repeat(101), 'a')).status).toBe(400);
    expect((await save('issues', ' ', 'a')).status).toBe(400);
    expect((await user.api.get(`${path}?list=epics`)).status).toBe(400);
    for (let number = 0; number < 20; number++) expect((await save('issues', `${number}`, 'a')).status).toBe(200);
    expect(await save('issues', 'More', 'a')).toMatchObject({
      status: 400,
      body: { message: { base: ['can have at most 20 saved filters'] } },
    });
    // An existing one can still be changed.
    expect((await save('issues', '3', 'b')).status).toBe(200);
  });
});
