import { sendTo, startFixtureMesh, until, type FixtureMesh, type TestResponse } from '../testing/fixture-mesh';

const path = '/projects/7/things';
let mesh: FixtureMesh;
let port: number;
/** Resolves the calls that the service has received, in their order. */
let calls: (() => void)[];

beforeAll(async () => {
  mesh = await startFixtureMesh();
  const another = await mesh.another({ FORGE_MAX_REQUESTS_PER_CALLER: 2 });
  port = another.port;
  await until(() => another.pending().length === 0);
});
afterAll(() => mesh.close());
beforeEach(() => {
  calls = [];
  mesh.peer.on('CreateThing', () => new Promise((resolve) => calls.push(() => resolve({ body: { name: 'a' } }))));
});

const create = (name: string, token: string): Promise<TestResponse> =>
  sendTo(port, { method: 'POST', path, token, body: { name } });

it('handles a number of requests of a caller at the same time, and those of others beside them', async () => {
  const own = ['a', 'b', 'c', 'd'].map((name) => create(name, 'developer-token'));
  await until(() => calls.length === 2);
  const other = create('e', 'root-token');
  await until(() => calls.length === 3);
  calls[2]?.();
  expect((await other).status).toBe(201);
  expect(calls.length).toBe(3);
  calls[0]?.();
  calls[1]?.();
  await until(() => calls.length === 5);
  calls[3]?.();
  calls[4]?.();
  expect((await Promise.all(own)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
});

it('gives the turn of a request that fails to the next', async () => {
  mesh.peer.on('CreateThing', () => new Promise((_, reject) => calls.push(() => reject(new Error('broken')))));
  const own = ['a', 'b', 'c'].map((name) => create(name, 'developer-token'));
  await until(() => calls.length === 2);
  calls[0]?.();
  await until(() => calls.length === 3);
  for (const fail of calls) fail();
  expect((await Promise.all(own)).map(({ status }) => status)).toEqual([500, 500, 500]);
});
