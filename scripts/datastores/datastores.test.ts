// The datastores as the runner starts them: acknowledged writes survive a crash, and a data folder
// is used by one process at a time.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consumers } from '../mesh/event-users.ts';
import { addressFor } from './passwords.ts';
import { supervise, silentLog, startNats, startStorage, type Nats, type Storage } from '../test/mesh.cjs';

/**
 * The part of the driver's API that the tests use; the driver is a dependency of the services, not
 * of the tools.
 */
interface Collection {
  insertOne(document: object): Promise<unknown>;
  createIndex(keys: object, options: object): Promise<unknown>;
  find(): { sort(keys: object): { toArray(): Promise<{ _id: unknown }[]> } };
}
interface Connection {
  collection(name: string): Collection;
  close(): Promise<void>;
}
interface Driver {
  createConnection(uri: string, options: object): { asPromise(): Promise<Connection> };
}

const data = join(__dirname, '../../packages/data');
const mongoose = jest.requireActual<Driver>(require.resolve('mongoose', { paths: [data] }));

const isOurs = !process.env.MONGODB_URI;
const describeOwn = isOurs ? describe : describe.skip;

let dataDir: string;
let running: (Storage | Nats)[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-engines-'));
  running = [];
});

afterEach(async () => {
  for (const engine of running) await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function storage(): Promise<Storage> {
  const engine = await startStorage({ dataDir });
  running.push(engine);
  return engine;
}

async function withDatabase<T>(uri: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await mongoose.createConnection(uri, { dbName: 'story' }).asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

describeOwn('startStorage', () => {
  it('keeps acknowledged writes when all its processes are killed', async () => {
    const first = await storage();
    const acknowledged = await withDatabase(first.uri, async (connection) => {
      const things = connection.collection('things');
      const ids = Array.from({ length: 200 }, (_, id) => id);
      await Promise.all(ids.map((id) => things.insertOne({ _id: id })));
      for (const pid of first.pids) process.kill(pid, 'SIGKILL');
      return ids;
    });
    await first.stop();
    const second = await storage();
    const found = await withDatabase(second.uri, (connection) =>
      connection.collection('things').find().sort({ _id: 1 }).toArray(),
    );
    expect(found.map(({ _id }) => _id)).toEqual(acknowledged);
  });

  it('waits for the remaining processes of another instance on the same files', async () => {
    const first = await storage();
    if (first.kind !== 'documentdb') return;
    // The next start then has no record of the running process.
    rmSync(join(dataDir, 'postgres/engine.pid'));
    const starting = startStorage({ dataDir });
    const { ino } = statSync(join(dataDir, 'postgres/lock'));
    const isWaiting = (): boolean => new RegExp(`-> FLOCK .*:${ino} `).test(readFileSync('/proc/locks', 'utf8'));
    while (!isWaiting()) await new Promise((resolve) => setTimeout(resolve, 20));
    await withDatabase(first.uri, async (connection) => {
      await connection.collection('things').insertOne({ _id: 1 });
      for (const pid of first.pids) process.kill(pid, 'SIGKILL');
    });
    const second = await starting;
    running.push(second);
    const found = await withDatabase(second.uri, (connection) =>
      connection.collection('things').find().sort({ _id: 1 }).toArray(),
    );
    expect(found.map(({ _id }) => _id)).toEqual([1]);
  });

  it('is refused for a folder in use', async () => {
    await storage();
    await expect(startStorage({ dataDir })).rejects.toThrow(`is in use by process ${process.pid}`);
  });

  it('refuses a second document with the same unique value', async () => {
    const { uri } = await storage();
    await withDatabase(uri, async (connection) => {
      const things = connection.collection('things');
      await things.createIndex({ path: 1 }, { unique: true });
      await things.insertOne({ path: 'group/project' });
      await expect(things.insertOne({ path: 'group/project' })).rejects.toMatchObject({ code: 11_000 });
    });
  });
});

describeOwn('the database of startStorage', () => {
  it('requires the password, which a restart keeps', async () => {
    const first = await storage();
    if (first.kind !== 'documentdb') return;
    expect(statSync(join(dataDir, 'keys/mongodb-passwords.json')).mode & 0o777).toBe(0o600);
    const read = (uri: string) =>
      withDatabase(uri, (connection) => connection.collection('things').find().sort({ _id: 1 }).toArray());
    expect(await read(first.uri)).toEqual([]);
    await expect(read(first.uri.replace(/\/\/.*@/, '//'))).rejects.toThrow('requires authentication');
    await expect(read(first.uri.replace(/:[^:@]*@/, ':wrong@'))).rejects.toThrow('Authentication failed');
    await first.stop();
    const second = await storage();
    expect(new URL(second.uri).password).toBe(new URL(first.uri).password);
    expect(await read(second.uri)).toEqual([]);
  });
});

(process.env.NATS_URL ? describe.skip : describe)('startNats', () => {
  it('keeps its streams when it is killed and restarted on the same port', async () => {
    const first = await startNats({ dataDir });
    running.push(first);
    const { port } = new URL(first.url);
    const stream = JSON.stringify({ name: 'STORY', subjects: ['story.>'], storage: 'file', num_replicas: 1 });
    await request(first.url, '$JS.API.STREAM.CREATE.STORY', stream);
    await request(first.url, 'story.event', 'once');
    process.kill(first.pid ?? 0, 'SIGKILL');
    await first.stop();
    running.push(await startNats({ dataDir, port: Number(port) }));
    expect(await request(first.url, '$JS.API.STREAM.INFO.STORY', '')).toMatchObject({ state: { messages: 1 } });
  });

  it('is restarted on its port when it dies', async () => {
    let starts = 0;
    let isBack: (server: Nats) => void;
    const restartTimer = new Promise<Nats>((resolve) => (isBack = resolve));
    const start = async (port?: number): Promise<Nats> => {
      const server = await startNats({ dataDir, port });
      if (++starts === 2) isBack(server);
      return server;
    };
    const kept = await supervise('NATS', start, silentLog);
    running.push(kept);
    process.kill(kept.pid ?? 0, 'SIGKILL');
    const second = await restartTimer;
    expect(second.url).toBe(kept.url);
    await kept.stop();
    await second.ended;
    expect(starts).toBe(2);
  });

  it('gives each service a user that may publish its own events and consume those of its consumers', async () => {
    const nats = await startNats({ dataDir });
    running.push(nats);
    const file = join(dataDir, 'keys/nats-passwords.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const passwords = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const urlOf = (user: string) => addressFor(nats.url, user, passwords);
    for (const owner of ['projects', 'geo', 'repository']) {
      const name = owner.toUpperCase();
      const stream = JSON.stringify({ name, subjects: [`${owner}.>`], storage: 'memory', num_replicas: 1 });
      await request(nats.url, `$JS.API.STREAM.CREATE.${name}`, stream);
    }
    const [consumer] = consumers.repository?.projects ?? [];
    const durable = JSON.stringify({
      stream_name: 'PROJECTS',
      config: { durable_name: consumer, ack_policy: 'explicit' },
    });
    const create = `$JS.API.CONSUMER.DURABLE.CREATE.PROJECTS.${consumer}`;

    await expect(request(nats.url.replace(/\/\/.*@/, '//'), 'projects.project.deleted', '{}')).rejects.toThrow(
      'Authorization Violation',
    );
    await expect(request(urlOf('geo').replace(/:[^:@]*@/, ':wrong@'), 'geo.node.updated', '{}')).rejects.toThrow(
      'Authorization Violation',
    );
    expect(await request(urlOf('projects'), 'projects.project.deleted', '{}')).toMatchObject({ stream: 'PROJECTS' });
    expect(await request(urlOf('repository'), create, durable)).toMatchObject({ name: consumer });
    const refused: [user: string, subject: string][] = [
      ['geo', 'projects.project.deleted'],
      ['gateway', 'projects.project.deleted'],
      ['geo', create],
      ['repository', `$JS.API.CONSUMER.DELETE.PROJECTS.${consumer}`],
      ['repository', '$JS.API.STREAM.DELETE.PROJECTS'],
      ...['CREATE', 'UPDATE', 'DELETE'].flatMap((change): [string, string][] => [
        ['projects', `$JS.API.STREAM.${change}.PROJECTS`],
        ['geo', `$JS.API.STREAM.${change}.PROJECTS`],
        ['all', `$JS.API.STREAM.${change}.PROJECTS`],
      ]),
      ['projects', '$JS.API.STREAM.PURGE.PROJECTS'],
      ['geo', `$JS.API.CONSUMER.MSG.NEXT.PROJECTS.${consumer}`],
      ['geo', '$JS.API.STREAM.MSG.GET.PROJECTS'],
    ];
    for (const [user, subject] of refused) {
      await expect(request(urlOf(user), subject, '{}')).rejects.toThrow('Permissions Violation for Publish');
    }
    await expect(request(urlOf('geo'), 'geo.node.updated', '{}', 'projects.>')).rejects.toThrow(
      'Permissions Violation for Subscription',
    );
    await expect(request(urlOf('geo'), 'geo.node.updated', '{}', '_INBOX_projects.>')).rejects.toThrow(
      'Permissions Violation for Subscription',
    );
  });
});

/** Sends one request in the NATS protocol. Rejects with the server's message if it is refused. */
function request(url: string, subject: string, payload: string, inbox?: string): Promise<unknown> {
  const { port, username, password } = new URL(url);
  const replies = inbox ?? (username === 'forgemesh' || username === '' ? 'reply' : `_INBOX_${username}.1`);
  const reply = replies.replace('>', '1');
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), '127.0.0.1');
    let output = '';
    socket.on('error', reject).setEncoding('utf8');
    socket.on('data', (chunk) => {
      output += String(chunk);
      const refusal = /-ERR '(.*)'/.exec(output)?.[1];
      const body = /MSG \S+ 1 \d+\r\n(.*)\r\n/.exec(output)?.[1];
      if (refusal === undefined && body === undefined) return;
      socket.destroy();
      if (refusal === undefined) resolve(JSON.parse(String(body)));
      else reject(new Error(refusal));
    });
    const signIn = JSON.stringify({ verbose: false, ...(username !== '' && { user: username, pass: password }) });
    socket.write(
      `CONNECT ${signIn}\r\nSUB ${replies} 1\r\nPUB ${subject} ${reply} ${payload.length}\r\n${payload}\r\n`,
    );
  });
}
