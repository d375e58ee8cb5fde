import { HOUR_MS } from '@forgemesh/service/durations';
import { api, asRoot, createUser, unique } from '@forgemesh/testing';

const path = '/broadcast_messages';
const root = asRoot();
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

async function create(fields: Record<string, unknown> = {}) {
  const { status, body } = await root.post(path, { message: unique('message'), ...fields });
  expect(status).toBe(201);
  return body;
}

describe('POST /broadcast_messages', () => {
  it('creates a message that starts now and ends in an hour', async () => {
    const body = await create({ message: 'Deploy in progress' });
    expect(body).toEqual({
      message: 'Deploy in progress',
      starts_at: time,
      ends_at: time,
      color: '#E75E40',
      font: '#FFFFFF',
      id: expect.any(Number),
      active: true,
      target_path: null,
      broadcast_type: 'banner',
      dismissable: false,
    });
    expect(Date.parse(body.ends_at) - Date.parse(body.starts_at)).toBe(HOUR_MS);
  });

  it('accepts all fields', async () => {
    const fields = {
      starts_at: '2020-01-01T00:00:00.000Z',
      ends_at: '2020-01-02T00:00:00.000Z',
      color: '#123',
      font: '#abcdef',
      target_path: '*/welcome',
      broadcast_type: 'notification',
      dismissable: true,
    };
    expect(await create(fields)).toMatchObject({ ...fields, active: false });
    expect((await create({ starts_at: '2999-01-01T00:00:00Z', ends_at: '2999-01-02T00:00:00Z' })).active).toBe(false);
  });

  it.each([
    [{}, { error: 'message is missing' }],
    [{ message: ' ' }, { error: 'message is empty' }],
    [{ message: 'm', color: 'red' }, { message: { color: ['must be a valid color code'] } }],
    [{ message: 'm', font: '#12' }, { message: { font: ['must be a valid color code'] } }],
    [{ message: 'm', starts_at: 'soon' }, { error: 'starts_at is invalid' }],
    [{ message: 'm', broadcast_type: 'modal' }, { error: 'broadcast_type does not have a valid value' }],
  ])('refuses %j', async (fields, body) => {
    const response = await root.post(path, fields);
    expect([response.status, response.body]).toEqual([400, body]);
  });
});

describe('GET /broadcast_messages', () => {
  it('lists messages, newest first, in pages', async () => {
    const [first, second] = [await create(), await create()];
    const { status, headers, body } = await root.get(`${path}?per_page=2`);
    expect([status, body.map(({ id }: { id: number }) => id)]).toEqual([200, [second.id, first.id]]);
    expect(headers.get('x-per-page')).toBe('2');
  });
});

describe('GET /broadcast_messages/:id', () => {
  it('gets a message', async () => {
    const message = await create();
    expect((await root.get(`${path}/${message.id}`)).body).toEqual(message);
    const unknown = await root.get(`${path}/999999`);
    expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Not found' }]);
  });
});

describe('PUT /broadcast_messages/:id', () => {
  it('changes the given fields', async () => {
    const message = await create({ target_path: '/x' });
    const changes = { message: 'Done', ends_at: '2020-01-01T00:00:00.000Z', starts_at: '2019-01-01T00:00:00.000Z' };
    const { status, body } = await root.put(`${path}/${message.id}`, changes);
    expect([status, body]).toEqual([200, { ...message, ...changes, active: false }]);
    expect((await root.put(`${path}/${message.id}`, { target_path: '' })).body.target_path).toBeNull();
    expect((await root.put(`${path}/${message.id}`, { message: '' })).status).toBe(400);
    expect((await root.put(`${path}/${message.id}`, { color: 'red' })).status).toBe(400);
    expect((await root.put(`${path}/999999`, { message: 'x' })).status).toBe(404);
  });
});

describe('DELETE /broadcast_messages/:id', () => {
  it('deletes a message', async () => {
    const { id } = await create();
    expect((await root.delete(`${path}/${id}`)).status).toBe(204);
    expect((await root.delete(`${path}/${id}`)).status).toBe(404);
  });
});

describe('broadcast messages', () => {
  it('require an administrator', async () => {
    const { id } = await create();
    const user = await createUser();
    const requests = [
      (client: typeof root) => client.get(path),
      (client: typeof root) => client.get(`${path}/${id}`),
      (client: typeof root) => client.post(path, { message: 'm' }),
      (client: typeof root) => client.put(`${path}/${id}`, { message: 'm' }),
      (client: typeof root) => client.delete(`${path}/${id}`),
    ];
    for (const request of requests) {
      expect([(await request(api())).status, (await request(user.api)).status]).toEqual([401, 403]);
    }
  });
});
