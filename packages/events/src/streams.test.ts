import { randomBytes } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { readVariable } from '@forgemesh/testing/runtime';
import { serverOptions } from './event-connection';
import { enforceStream, streamOf } from './streams';

describe('enforceStream', () => {
  let connection: NatsConnection;
  const [service, other] = [`unit${randomBytes(5).toString('hex')}`, `unit${randomBytes(5).toString('hex')}`];
  beforeAll(async () => {
    connection = await connect(serverOptions({ url: readVariable('FORGE_TEST_NATS_URL') }));
  });
  afterAll(async () => {
    const { streams } = await jetstreamManager(connection);
    for (const name of [service, other]) await streams.delete(streamOf(name));
    await connection.close();
  });

  it('creates a missing stream, and changes nothing afterwards', async () => {
    expect(await enforceStream(connection, service)).toBe(true);
    expect(await enforceStream(connection, other)).toBe(true);
    expect(await enforceStream(connection, service)).toBe(false);
  });

  it('removes sources and republication, and keeps the events', async () => {
    const { streams } = await jetstreamManager(connection);
    await connection.request(`${service}.node.updated`, 'kept');
    const copies = { sources: [{ name: streamOf(other) }], republish: { src: `${service}.>`, dest: 'elsewhere.>' } };
    await streams.update(streamOf(service), copies);
    expect((await streams.info(streamOf(service))).config).toMatchObject(copies);
    expect(await enforceStream(connection, service)).toBe(true);
    const { config, state } = await streams.info(streamOf(service));
    expect([config.sources, config.republish, state.messages]).toEqual([undefined, undefined, 1]);
    expect(await enforceStream(connection, service)).toBe(false);
  });
});
