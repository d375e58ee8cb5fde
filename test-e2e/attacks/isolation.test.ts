/**
 * Attacks with what one component has: a database, or the key and the NATS user of the geo service.
 */
import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { createConnection, type Connection } from 'mongoose';
import { serverOptions } from '@forgemesh/events';
import { FileOriginServiceDefinition } from '@forgemesh/proto/api/v1/file_origin';
import { AuthenticationServiceDefinition } from '@forgemesh/proto/identity/v1/authentication';
import { ReplicationAccessServiceDefinition } from '@forgemesh/proto/settings/v1/replication_access';
import { createCaller, createSigner, type Caller } from '@forgemesh/rpc';
import { createMetrics } from '@forgemesh/telemetry';
import { asRoot, createUser, mesh, unique } from '@forgemesh/testing';

const ROOT_ID = 1;
const PASSWORD = 'a-long-password-1';

function signIn(username: string, password: string): Promise<Response> {
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  return fetch(`${mesh().url}/oauth/token`, { method: 'POST', body });
}

describe('a writer of the database of identity', () => {
  let database: Connection;
  const users = () => database.collection<{ _id: number; password_hash: string | null }>('users');

  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    database = await createConnection(mongodbUri, { dbName: `${databasePrefix}_identity` }).asPromise();
  });
  afterEach(() => users().updateOne({ _id: ROOT_ID }, { $set: { password_hash: null } }));
  afterAll(() => database.close());

  it('cannot sign in as root with a hash of a password', async () => {
    const salt = randomBytes(16);
    const hash = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 });
    const stored = ['scrypt', 1024, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
    await users().updateOne({ _id: ROOT_ID }, { $set: { password_hash: stored } });
    expect((await signIn('root', PASSWORD)).status).toBe(401);
  });

  it('cannot sign in as root with the stored password of another user', async () => {
    const attacker = await createUser({ password: PASSWORD });
    const stored = (await users().findOne({ _id: attacker.id }))?.password_hash ?? null;
    expect(stored).not.toContain('scrypt');
    await users().updateOne({ _id: ROOT_ID }, { $set: { password_hash: stored } });
    expect((await signIn('root', PASSWORD)).status).toBe(401);
    expect((await signIn(attacker.username, PASSWORD)).status).toBe(200);
  });
});

describe('the key of the geo service', () => {
  let caller: Caller;
  beforeAll(() => {
    const { dataDir, processes } = mesh();
    const addresses = Object.entries(processes).map(([name, { grpc }]) => [name, `127.0.0.1:${grpc}`]);
    caller = createCaller({
      addresses: Object.fromEntries(addresses) as Record<string, string>,
      signer: createSigner('geo', join(dataDir, 'keys/geo.pem')),
      metrics: createMetrics('test'),
    });
  });
  afterAll(() => caller.close());

  const authenticate = (token: string) => {
    const request = { token, sudo: '', address: '', git: false, login: '', without_terms: false };
    return caller
      .client(AuthenticationServiceDefinition, 'identity')
      .authenticate({ ...request, without_two_factor: false });
  };
  const countFiles = (service: string) => caller.client(FileOriginServiceDefinition, service).countFiles({});

  it('reads no users and files without a registered node, and cannot register one', async () => {
    const user = await createUser();
    const denied = { reason: 'forbidden' };
    await expect(authenticate(user.token)).rejects.toMatchObject(denied);
    await expect(countFiles('identity')).rejects.toMatchObject(denied);
    await expect(countFiles('projects')).rejects.toMatchObject(denied);
    const access = caller.client(ReplicationAccessServiceDefinition, 'settings');
    await expect(access.setReplicationAccess({ enabled: true })).rejects.toMatchObject(denied);
  });

  it('reads them while an administrator has registered a node', async () => {
    const user = await createUser();
    const name = unique('node');
    const node = (await asRoot().post('/geo_nodes', { name, url: `https://${name}.example.com` })).body;
    expect(await authenticate(user.token)).toMatchObject({ user: { id: user.id } });
    expect((await countFiles('identity')).count).toEqual(expect.any(Number));
    expect((await asRoot().delete(`/geo_nodes/${node.id}`)).status).toBe(204);
    await expect(authenticate(user.token)).rejects.toMatchObject({ reason: 'forbidden' });
  });
});

describe('the NATS user of the geo service', () => {
  let nats: NatsConnection;
  beforeAll(async () => {
    const { dataDir, natsUrl } = mesh();
    const passwords = JSON.parse(readFileSync(join(dataDir, 'keys/nats-passwords.json'), 'utf8')) as { geo: string };
    const url = natsUrl.replace(/\/\/.*@/, `//geo:${passwords.geo}@`);
    nats = await connect({ ...serverOptions({ url }), inboxPrefix: '_INBOX_geo' });
  });
  afterAll(() => nats.close());

  it('cannot change its own stream or create others', async () => {
    const options = { checkAPI: false, timeout: 2_000 };
    const { streams } = await jetstreamManager(nats, options);
    const info = await streams.info('GEO');
    const attempts = [
      streams.update('GEO', { sources: [{ name: 'IDENTITY' }] }),
      streams.update('GEO', { republish: { src: 'geo.>', dest: 'identity.>' } }),
      streams.add({ name: 'COPY', sources: [{ name: 'IDENTITY' }] }),
    ];
    for (const { status } of await Promise.allSettled(attempts)) expect(status).toBe('rejected');
    const administrator = await connect(serverOptions({ url: mesh().natsUrl }));
    const { streams: all } = await jetstreamManager(administrator);
    expect((await all.info('GEO')).config).toEqual(info.config);
    await expect(all.info('COPY')).rejects.toThrow('stream not found');
    await administrator.close();
  });
});
