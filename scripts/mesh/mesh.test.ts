// The runner with small programs instead of services: start, restart, order of the stop, locks and
// ports.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMesh, lockDataFolder, freePorts, type Deployable, type Mesh, type MeshOptions } from '../test/mesh.cjs';

/**
 * Returns its environment on readiness checks, records its end in a file, and exits at its start
 * while a file says so.
 */
const program = `
  const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
  const name = process.env.FORGE_SERVICE;
  const scratch = process.env.FORGE_TEST_SCRATCH;
  const deaths = scratch + '/' + name + '.deaths';
  appendFileSync(scratch + '/starts', name + '\\n');
  if (existsSync(deaths) && Number(readFileSync(deaths, 'utf8')) > 0) {
    writeFileSync(deaths, String(Number(readFileSync(deaths, 'utf8')) - 1));
    console.log(JSON.stringify({ level: 'error', msg: 'no luck', time: 'now', attempt: 1 }));
    process.exitCode = 3;
  } else {
    require('node:http').createServer((request, response) => response.end(JSON.stringify(process.env)))
      .listen(Number(process.env.FORGE_HTTP_PORT), process.env.FORGE_HOST);
    if (name === 'identity') writeFileSync(process.env.FORGE_ROOT_TOKEN_FILE, 'token-of-root\\n');
    process.on('SIGTERM', () => setTimeout(() => { appendFileSync(scratch + '/ends', name + '\\n'); process.exit(0); }, 20));
  }`;

let scratch: string;
let meshes: Mesh[];

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'forgemesh-runner-'));
  meshes = [];
  for (const name of ['identity', 'repository', 'gateway']) {
    mkdirSync(join(scratch, name, 'dist'), { recursive: true });
    writeFileSync(join(scratch, name, 'dist/main.js'), program);
  }
});

afterEach(async () => {
  for (const mesh of meshes) await mesh.stop();
  rmSync(scratch, { recursive: true, force: true });
});

function deployable(name: string): Deployable {
  return { name, folder: join(scratch, name), calls: [] };
}

async function start(options: Partial<MeshOptions> = {}): Promise<Mesh> {
  const mesh = await startMesh({
    dataDir: join(scratch, 'data'),
    storageUri: 'mongodb://storage',
    natsUrl: 'nats://events',
    services: [deployable('identity'), deployable('repository')],
    gateway: deployable('gateway'),
    env: { FORGE_TEST_SCRATCH: scratch },
    ...options,
  });
  meshes.push(mesh);
  return mesh;
}

/** The environment that a process was started with. */
async function environment(mesh: Mesh, name: string): Promise<Record<string, string>> {
  const response = await fetch(`http://127.0.0.1:${mesh.processes[name]?.http}/`);
  return (await response.json()) as Record<string, string>;
}

function linesOf(file: string): string[] {
  return existsSync(join(scratch, file)) ? readFileSync(join(scratch, file), 'utf8').trim().split('\n') : [];
}

describe('startMesh', () => {
  it('gives every process its ports, addresses and keys', async () => {
    const mesh = await start({ databasePrefix: 'story' });
    const identity = await environment(mesh, 'identity');
    const gateway = await environment(mesh, 'gateway');
    const { processes } = mesh;
    expect(mesh.url).toBe(`http://127.0.0.1:${processes.gateway?.http}`);
    expect(mesh.rootToken).toBe('token-of-root');
    expect(identity).toMatchObject({
      FORGE_ROLE: 'all',
      FORGE_HOST: '127.0.0.1',
      FORGE_GRPC_PORT: String(processes.identity?.grpc),
      MONGODB_URI: 'mongodb://storage',
      FORGE_MONGODB_DATABASE: 'story_identity',
      NATS_URL: 'nats://events',
      FORGE_EXTERNAL_URL: mesh.url,
      FORGE_DATA_DIR: join(scratch, 'data/identity'),
    });
    expect(JSON.parse(gateway.FORGE_ADDRESSES ?? '')).toEqual({
      identity: `127.0.0.1:${processes.identity?.grpc}`,
      repository: `127.0.0.1:${processes.repository?.grpc}`,
    });
    expect(JSON.parse(identity.FORGE_GIT_ADDRESSES ?? '')).toEqual({
      default: `http://127.0.0.1:${processes.repository?.http}`,
    });
    expect(gateway.FORGE_GRPC_PORT).toBeUndefined();
    const trusted = JSON.parse(readFileSync(gateway.FORGE_TRUSTED_KEYS ?? '', 'utf8')) as { keys: { kid: string }[] };
    expect(trusted.keys.map(({ kid }) => kid)).toEqual(['identity', 'repository', 'gateway']);
    expect(identity.FORGE_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(gateway).not.toHaveProperty('FORGE_SECRET');
    expect(gateway).not.toHaveProperty('MONGODB_URI');
    for (const secret of ['secret', 'keys/identity.pem']) {
      expect(statSync(join(scratch, 'data', secret)).mode & 0o777).toBe(0o600);
    }
  });

  it('gives a service no secrets of others, and the root token to identity at the first start only', async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      FORGE_ROOT_TOKEN: 'glpat-of-the-first-start',
      FORGE_SMTP_URL: 'smtp://user:password@mail',
      MONGODB_URI: 'mongodb://administrator:password@storage',
      AWS_SECRET_ACCESS_KEY: 'of another program',
    });
    try {
      const mesh = await start();
      const variablesOf = async (name: string) => {
        const { FORGE_ROOT_TOKEN, FORGE_SMTP_URL, MONGODB_URI, AWS_SECRET_ACCESS_KEY } = await environment(mesh, name);
        return [FORGE_ROOT_TOKEN, FORGE_SMTP_URL, MONGODB_URI, AWS_SECRET_ACCESS_KEY];
      };
      const none = undefined;
      expect(await variablesOf('identity')).toEqual(['glpat-of-the-first-start', none, 'mongodb://storage', none]);
      expect(await variablesOf('repository')).toEqual([none, none, 'mongodb://storage', none]);
      expect(await variablesOf('gateway')).toEqual([none, none, none, none]);
      await mesh.processes.identity?.restart();
      expect(await variablesOf('identity')).toEqual([none, none, 'mongodb://storage', none]);
    } finally {
      process.env = before;
    }
  });

  it('gives each service its own users of the embedded datastores', async () => {
    const users = ['forgemesh', 'all', 'identity', 'repository'];
    const passwords = Object.fromEntries(users.map((user) => [user, `password-of-${user}`]));
    mkdirSync(join(scratch, 'data/keys'), { recursive: true });
    writeFileSync(join(scratch, 'data/keys/mongodb-passwords.json'), JSON.stringify(passwords));
    const storageUri = 'mongodb://forgemesh:password-of-forgemesh@storage/';
    const mesh = await start({ storageUri });
    expect((await environment(mesh, 'identity')).MONGODB_URI).toBe('mongodb://identity:password-of-identity@storage/');
    expect((await environment(mesh, 'repository')).MONGODB_URI).toBe(
      'mongodb://repository:password-of-repository@storage/',
    );
    await mesh.stop();
    const external = await start({ storageUri: 'mongodb://forgemesh:another@storage/' });
    expect((await environment(external, 'identity')).MONGODB_URI).toBe('mongodb://forgemesh:another@storage/');
  });

  it('starts several repository processes of which any serves each repository', async () => {
    const mesh = await start({ repositories: 2 });
    const { repository, 'repository-2': second } = mesh.processes;
    const identity = await environment(mesh, 'identity');
    expect(JSON.parse(identity.FORGE_ADDRESSES ?? '')).toMatchObject({
      repository: `pool:127.0.0.1:${repository?.grpc},127.0.0.1:${second?.grpc}`,
    });
    expect(JSON.parse(identity.FORGE_GIT_ADDRESSES ?? '')).toEqual({
      default: `http://127.0.0.1:${repository?.http},http://127.0.0.1:${second?.http}`,
    });
    expect(identity.FORGE_PACKS).toBeUndefined();
    expect(await environment(mesh, 'repository-2')).toMatchObject({
      FORGE_SERVICE: 'repository',
      FORGE_MEMBER: 'repository-2',
      FORGE_PACKS: 'objects',
      FORGE_DATA_DIR: join(scratch, 'data/repository-2'),
      FORGE_SIGNING_KEY: join(scratch, 'data/keys/repository.pem'),
    });
    await expect(start({ repositories: 2, processes: 'single' })).rejects.toThrow('a process for each service');
  });

  it('keeps keys and secret after a restart', async () => {
    const first = await start();
    const before = await environment(first, 'identity');
    const key = readFileSync(before.FORGE_SIGNING_KEY ?? '', 'utf8');
    await first.stop();
    const again = await environment(await start(), 'identity');
    expect(again.FORGE_SECRET).toBe(before.FORGE_SECRET);
    expect(readFileSync(again.FORGE_SIGNING_KEY ?? '', 'utf8')).toBe(key);
    expect(key).toContain('PRIVATE KEY');
  });

  it('creates a new key in place of a renamed one, and trusts both', async () => {
    const first = await start();
    const { FORGE_SIGNING_KEY: file = '', FORGE_TRUSTED_KEYS: trusted = '' } = await environment(first, 'identity');
    const keysOf = (name: string): unknown[] => {
      const { keys } = JSON.parse(readFileSync(trusted, 'utf8')) as { keys: { kid: string; x: string }[] };
      return keys.filter(({ kid }) => kid === name).map(({ x }) => x);
    };
    const [before] = keysOf('identity');
    await first.stop();
    renameSync(file, file.replace('.pem', '.previous.pem'));
    await start();
    expect(keysOf('identity')).toEqual([expect.not.stringMatching(String(before)), before]);
    expect(keysOf('gateway')).toHaveLength(1);
  });

  it('restarts a killed process on the same ports', async () => {
    const mesh = await start();
    const identity = mesh.processes.identity!;
    const before = { pid: identity.pid(), env: await environment(mesh, 'identity') };
    await identity.kill();
    await identity.ready();
    expect(identity.pid()).not.toBe(before.pid);
    expect((await environment(mesh, 'identity')).FORGE_GRPC_PORT).toBe(before.env.FORGE_GRPC_PORT);
  });

  it('waits longer after every death and prints the output of the process', async () => {
    writeFileSync(join(scratch, 'identity.deaths'), '2');
    const lines: string[] = [];
    await start({
      log: { print: (text) => lines.push(text), progress: () => undefined, step: async (_, work) => work() },
    });
    expect(lines.filter((line) => line.includes('restarting it'))).toEqual([
      'identity ended with code 3, restarting it in 0.2 s: error no luck attempt=1',
      'identity ended with code 3, restarting it in 0.4 s: error no luck attempt=1',
    ]);
    expect(lines).toContain('identity: error no luck attempt=1');
    expect(readFileSync(join(scratch, 'data/logs/identity.log'), 'utf8')).toContain('"msg":"no luck"');
  });

  it('fails if a process never becomes ready, and stops the others', async () => {
    writeFileSync(join(scratch, 'identity.deaths'), '99');
    await expect(start()).rejects.toThrow('identity does not start: error no luck');
    lockDataFolder(join(scratch, 'data'))();
  });

  it('leaves a stopped process down until it is restarted', async () => {
    const mesh = await start();
    const repository = mesh.processes.repository!;
    await repository.stop();
    expect(repository.pid()).toBeUndefined();
    await repository.restart();
    expect(linesOf('starts').filter((name) => name === 'repository')).toHaveLength(2);
    await environment(mesh, 'repository');
  });

  it('stops the gateway before the services', async () => {
    const mesh = await start();
    await mesh.stop();
    const ends = linesOf('ends');
    expect(ends[0]).toBe('gateway');
    expect([...ends].sort()).toEqual(['gateway', 'identity', 'repository']);
  });

  it('refuses a folder used by a running mesh and takes over the lock of a dead one', async () => {
    const mesh = await start();
    await expect(start()).rejects.toThrow(`is in use by process ${process.pid}`);
    await mesh.stop();
    writeFileSync(join(scratch, 'data/mesh.lock'), JSON.stringify({ pid: 999_999_999, birth: 'long ago' }));
    await start();
  });

  it('refuses a folder with foreign files', async () => {
    mkdirSync(join(scratch, 'data'));
    writeFileSync(join(scratch, 'data/thesis.txt'), 'precious');
    await expect(start()).rejects.toThrow('is no Forgemesh data folder');
  });

  it('reports in one sentence that the data folder is a file', async () => {
    writeFileSync(join(scratch, 'data'), 'a file');
    await expect(start()).rejects.toThrow(/^The data folder .* cannot be used \(it is not a folder\)\.$/);
  });

  it('reports in one sentence that the port is busy', async () => {
    const [port = 0] = await freePorts(1);
    const other = await new Promise<Server>((resolve) => {
      const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
    });
    await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
    other.close();
  });
});
