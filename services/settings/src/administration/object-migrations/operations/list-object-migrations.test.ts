import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { api, asRoot, borrowUser, mesh } from '@forgemesh/testing';

const path = '/admin/object_migrations';
const time = new Date('2026-01-02T03:04:05.678Z');

interface Listed {
  service: string;
  name: string;
}

describe('GET /admin/object_migrations', () => {
  it('lists the progress of the migrations of all services', async () => {
    const { mongodbUri: uri, databasePrefix } = mesh();
    const options = { uri, database: `${databasePrefix}_identity`, metrics: createMetrics('test') };
    const connection = await connectDatabase(options);
    const migrations = connection.collection<{ _id: string }>('object_migrations');
    // The service knows no places with these names, so no process runs it.
    const document = {
      _id: 'test',
      from: 'here',
      to: 'there',
      mode: 'move',
      state: 'running',
      copied: 3,
      copied_bytes: 3_000_000_000,
      deleted: 1,
      waiting: 2,
      failed: 0,
      cursor: '',
      pass: { copied: 0, waiting: 1, failed: 0 },
      started_at: time,
      updated_at: time,
    };
    await migrations.insertOne(document);
    const find = async (): Promise<unknown> => {
      const { status, body, headers } = await asRoot().get(path);
      expect([status, headers.get('x-unanswered')]).toEqual([200, null]);
      return (body as Listed[]).find(({ service, name }) => service === 'identity' && name === 'test');
    };
    try {
      expect(await find()).toEqual({
        service: 'identity',
        name: 'test',
        from: 'here',
        to: 'there',
        mode: 'move',
        state: 'running',
        copied: 3,
        copied_bytes: 3_000_000_000,
        deleted: 1,
        waiting: 2,
        failed: 0,
        error: null,
        started_at: '2026-01-02T03:04:05.678Z',
        updated_at: '2026-01-02T03:04:05.678Z',
        finished_at: null,
      });
      const end = { state: 'finished', error: 'lost', finished_at: time };
      await migrations.updateOne({ _id: 'test' }, { $set: end });
      expect(await find()).toMatchObject({ ...end, finished_at: '2026-01-02T03:04:05.678Z' });
    } finally {
      await migrations.deleteOne({ _id: 'test' });
      await connection.close();
    }
  });

  it('requires an administrator', async () => {
    expect((await (await borrowUser()).api.get(path)).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
  });
});
