import { AdminDeadLetterServiceDefinition } from '@forgemesh/proto/settings/v1/dead_letter';
import {
  api,
  asRoot,
  waitFor,
  mesh,
  meshCaller,
  unique,
  createProject,
  borrowUser,
  type TestUser,
} from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';

const path = '/admin/dead_letters';
const root = asRoot();
const CONSUMER = 'projects-star-counts';

let connection: Connection;
let user: TestUser;

beforeAll(async () => {
  const { mongodbUri, databasePrefix } = mesh();
  connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
  user = await borrowUser();
});
afterAll(() => connection.close());

/** Stores a dead letter as a service does after the last delivery failed. Returns its id. */
async function storeDeadLetter(
  type: string,
  entity: object | null,
  consumer = CONSUMER,
  at = new Date(),
): Promise<string> {
  const id = unique('event');
  const event = {
    specversion: '1.0',
    id,
    source: '/forgemesh/projects',
    type,
    time: new Date().toISOString(),
    subject: '1',
    datacontenttype: 'application/json',
    actor: 1,
    correlationid: 'a-request',
    data: { entity, version: 1, changes: {} },
  };
  const letter = { consumer, event, error: 'Error: it failed', at };
  await connection.collection('dead_letters').insertOne({ _id: `${consumer}:${id}` as never, ...letter });
  return `${consumer}:${id}`;
}

const idsOf = (response: { body: { id: string }[] }): string[] => response.body.map(({ id }) => id);

describe('AdminDeadLetterService.CountOldDeadLetters', () => {
  it('counts the dead letters of all services whose last failure is old', async () => {
    const caller = meshCaller();
    const client = caller.client(AdminDeadLetterServiceDefinition, 'settings');
    try {
      await storeDeadLetter('projects.star.created', {}, CONSUMER, new Date('2001-01-01T00:00:00Z'));
      const old = await storeDeadLetter('projects.star.created', {}, CONSUMER, new Date('2001-01-03T00:00:00Z'));
      await storeDeadLetter('projects.star.created', {});
      const count = async (failed_before: string) => (await client.countOldDeadLetters({ failed_before })).count;
      expect(await count('2001-01-02T00:00:00Z')).toBe(1);
      expect(await count('2001-01-04T00:00:00Z')).toBe(2);
      expect((await root.delete(`${path}/${old}`)).status).toBe(204);
      expect(await count('2001-01-04T00:00:00Z')).toBe(1);
    } finally {
      caller.close();
    }
  });
});

describe('GET /admin/dead_letters', () => {
  it('lists dead letters by service, consumer and type, most recent failure first', async () => {
    const type = `projects.star.${unique('created').replaceAll('-', '_')}`;
    const first = await storeDeadLetter(type, {});
    const second = await storeDeadLetter(type, {});
    const other = await storeDeadLetter(type, {}, 'projects-fork-counts');
    const { status, body } = await root.get(`${path}?event_type=${type}&consumer=${CONSUMER}`);
    expect(status).toBe(200);
    expect(idsOf({ body })).toEqual([second, first]);
    expect(body[0]).toEqual({
      id: second,
      service: 'projects',
      consumer: CONSUMER,
      event_id: second.split(':')[1],
      event_type: type,
      event_subject: '1',
      event_time: expect.stringMatching(/^\d{4}-.*Z$/),
      correlation_id: 'a-request',
      error: 'Error: it failed',
      failed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      replays: 0,
      event: null,
    });
    const all = await root.get(`${path}?event_type=${type}&per_page=2`);
    expect([idsOf(all), all.headers.get('x-total'), all.headers.get('x-next-page')]).toEqual([
      [other, second],
      '3',
      '2',
    ]);
    const rest = await root.get(`${path}?event_type=${type}&service=projects&per_page=2&page=2`);
    expect(idsOf(rest)).toEqual([first]);
    expect(idsOf(await root.get(`${path}?event_type=${type}&service=identity`))).toEqual([]);
  });

  it('requires an administrator', async () => {
    expect((await api().get(path)).status).toBe(401);
    expect((await user.api.get(path)).status).toBe(403);
  });

  it('exports their number in the metrics of the service', async () => {
    const consumer = unique('projects-counted');
    for (let count = 0; count < 3; count++) await storeDeadLetter('projects.star.created', {}, consumer);
    const response = await fetch(`http://127.0.0.1:${mesh().processes['projects']?.metrics}/-/metrics`);
    expect(await response.text()).toContain(`forge_dead_letters{consumer="${consumer}",service="projects"} 3\n`);
  });
});

describe('GET /admin/dead_letters/:id', () => {
  it('includes the event', async () => {
    const id = await storeDeadLetter('projects.star.created', { name: '<b>bold</b>' });
    const { status, body } = await root.get(`${path}/${encodeURIComponent(id)}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      event: { type: 'projects.star.created', data: { entity: { name: '<b>bold</b>' } } },
    });
  });

  it('responds with 404 if there is none, and requires an administrator', async () => {
    for (const id of ['projects-star-counts:none', 'nobody-none:none', 'settings-x:y', '$ne'])
      expect((await root.get(`${path}/${id}`)).status).toBe(404);
    expect((await api().get(`${path}/a`)).status).toBe(401);
    expect((await user.api.get(`${path}/a`)).status).toBe(403);
  });
});

describe('POST /admin/dead_letters/:id/replay', () => {
  it('redelivers the event and removes the dead letter', async () => {
    const project = await createProject(root);
    await connection
      .collection<{ _id: number }>('projects')
      .updateOne({ _id: project.id }, { $set: { star_count: 5 } });
    const id = await storeDeadLetter('projects.star.created', { project_id: project.id });
    expect((await root.post(`${path}/${id}/replay`)).status).toBe(204);
    await waitFor(
      () => root.get(`/projects/${project.id}`),
      ({ body }) => body.star_count === 0,
    );
    expect((await root.get(`${path}/${id}`)).status).toBe(404);
    expect((await root.post(`${path}/${id}/replay`)).status).toBe(404);
  });

  it('keeps the dead letter with the new error if the event fails again', async () => {
    const id = await storeDeadLetter('projects.star.created', null);
    const refused = await root.post(`${path}/${id}/replay`);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/^It failed again: .+/);
    const { body } = await root.get(`${path}/${id}`);
    expect([body.replays, body.error]).toEqual([1, expect.stringContaining('TypeError')]);
  });

  it('responds with 409 if the consumer no longer exists', async () => {
    const id = await storeDeadLetter('projects.star.created', {}, 'projects-of-old');
    expect((await root.post(`${path}/${id}/replay`)).status).toBe(409);
    expect((await root.get(`${path}/${id}`)).status).toBe(200);
  });

  it('requires an administrator', async () => {
    const id = await storeDeadLetter('projects.star.created', {});
    expect((await api().post(`${path}/${id}/replay`)).status).toBe(401);
    expect((await user.api.post(`${path}/${id}/replay`)).status).toBe(403);
    expect((await root.get(`${path}/${id}`)).status).toBe(200);
  });
});

describe('DELETE /admin/dead_letters/:id', () => {
  it('deletes a dead letter', async () => {
    const id = await storeDeadLetter('projects.star.created', {});
    expect((await api().delete(`${path}/${id}`)).status).toBe(401);
    expect((await user.api.delete(`${path}/${id}`)).status).toBe(403);
    expect((await root.delete(`${path}/${id}`)).status).toBe(204);
    expect((await root.delete(`${path}/${id}`)).status).toBe(404);
  });
});
