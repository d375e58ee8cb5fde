import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headers } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { createDeferredEvents } from './consumers/deferred-events';
import { createEventReaders, type EventReader, type StreamMessage } from './event-reader';
import { createEventSigner, readSignedSince, SIGNATURE_HEADER } from './event-signatures';
import type { EventEnvelope } from './event-types';
import { waitFor } from '@forgemesh/testing';
import { makeCertificate, makeCertificates } from '@forgemesh/testing/certificates';
import { makeTestKeys, openTestBus, openTestDatabase, startTestConsumers } from '@forgemesh/testing/runtime';

const epoch = new Date(0);

const isGenuine = (reader: EventReader, message: StreamMessage): boolean => reader.read(message) !== undefined;

describe('the signature of an event', () => {
  const data = Buffer.from('{"type":"projects.project.deleted"}');
  const message = { subject: 'projects.project.deleted', data, storedAt: Date.now() };
  let keys: Awaited<ReturnType<typeof makeTestKeys>>;
  const signedBy = (service: string, bytes: Uint8Array = data): string =>
    createEventSigner(keys.signingKey(service)).sign(bytes);

  beforeAll(async () => {
    keys = await makeTestKeys('projects', 'geo');
  });

  it('is accepted only from the service that owns the type', () => {
    const reader = createEventReaders().open(keys.trustedKeys, epoch);
    expect(isGenuine(reader, { ...message, signature: signedBy('projects') })).toBe(true);
    expect(isGenuine(reader, { ...message, signature: signedBy('geo') })).toBe(false);
    expect(isGenuine(reader, { ...message, subject: 'nobody.project.deleted', signature: signedBy('geo') })).toBe(
      false,
    );
  });

  it('covers the bytes of the event', () => {
    const reader = createEventReaders().open(keys.trustedKeys, epoch);
    expect(isGenuine(reader, { ...message, signature: signedBy('projects', Buffer.from('{}')) })).toBe(false);
    expect(isGenuine(reader, { ...message, signature: 'nonsense' })).toBe(false);
    // Decoding ignores spaces.
    expect(isGenuine(reader, { ...message, signature: `${signedBy('projects')} ` })).toBe(false);
  });

  it('is verified once for all consumers of a process, for the same bytes', () => {
    const readers = createEventReaders();
    const [one, other] = [readers.open(keys.trustedKeys, epoch), readers.open(keys.trustedKeys, epoch)];
    const signed = { ...message, signature: signedBy('projects') };
    const event = one.read(signed);
    expect(event).toEqual({ type: 'projects.project.deleted' });
    expect(other.read(signed)).toBe(event);
    expect(() => Object.assign(event as object, { type: 'changed' })).toThrow(TypeError);
    expect(isGenuine(other, { ...signed, data: Buffer.from('{"type":"projects.project.deleted","actor":1}') })).toBe(
      false,
    );
    expect(isGenuine(other, { ...signed, subject: 'projects.project.created' })).toBe(false);
    expect(other.read(signed)).toEqual(event);
  });

  it('is refused once its key is no longer trusted, even if it was verified before', async () => {
    const folder = await makeCertificates(mkdtempSync(join(tmpdir(), 'forge-certificates-')), 'projects');
    await makeCertificate(join(folder, 'projects.next'), 'projects');
    let now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
    const reader = createEventReaders().open(folder, epoch);
    const [current, next] = ['projects', 'projects.next'].map((name) => ({
      ...message,
      signature: createEventSigner(join(folder, `${name}.pem`)).sign(data),
    }));
    expect([isGenuine(reader, current!), isGenuine(reader, next!)]).toEqual([true, true]);
    rmSync(join(folder, 'projects.crt'));
    now += 6_000;
    expect([isGenuine(reader, current!), isGenuine(reader, next!)]).toEqual([false, true]);
    clock.mockRestore();
    rmSync(folder, { recursive: true });
  });

  it('may be missing if the stream stored the event before events were signed', () => {
    const reader = createEventReaders().open(keys.trustedKeys, new Date(message.storedAt));
    expect(isGenuine(reader, { ...message, signature: '', storedAt: message.storedAt - 1 })).toBe(true);
    expect(isGenuine(reader, { ...message, signature: '' })).toBe(false);
    expect(isGenuine(reader, { ...message, signature: signedBy('geo'), storedAt: 0 })).toBe(false);
  });
});

describe('readSignedSince', () => {
  it('is the first start on a new database, and never changes', async () => {
    const database = await openTestDatabase();
    const before = Date.now();
    const since = await readSignedSince(database.connection);
    expect(since.getTime()).toBeGreaterThanOrEqual(before);
    expect(since.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await readSignedSince(database.connection)).toEqual(since);
    await database.close();
  });

  it('allows an hour to replace processes of an earlier version', async () => {
    const database = await openTestDatabase();
    await database.sequences.next('projects');
    expect((await readSignedSince(database.connection)).getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    await database.close();
  });
});

describe('a consumer', () => {
  it('discards events that are not signed by their owner, and continues', async () => {
    const { bus, service } = openTestBus();
    await waitFor(async () => bus.isConnected(), Boolean);
    const keys = await makeTestKeys(service, 'other');
    const seen: string[] = [];
    const consumer = {
      name: `${service}-seen`,
      events: [`${service}.thing.>`],
      from: 'all' as const,
      handle: async ({ id }: EventEnvelope) => void seen.push(id),
    };
    const reader = createEventReaders().open(keys.trustedKeys, epoch);
    const database = await openTestDatabase();
    const deferred = createDeferredEvents(database.connection);
    const stop = startTestConsumers(service, [consumer], { bus, deps: null, deferred, reader });
    const client = jetstream(bus.connection() as NonNullable<ReturnType<typeof bus.connection>>);
    const publish = async (
      id: string,
      signer: string | undefined,
      type = `${service}.thing.created`,
    ): Promise<void> => {
      const bytes = Buffer.from(JSON.stringify({ id, type } as Partial<EventEnvelope>));
      const signature = headers();
      if (signer) signature.set(SIGNATURE_HEADER, createEventSigner(keys.signingKey(signer)).sign(bytes));
      await client.publish(`${service}.thing.created`, bytes, { headers: signature });
    };
    await publish('unsigned', undefined);
    await publish('of another', 'other');
    await publish('of another type', service, `${service}.thing.deleted`);
    await publish('genuine', service);
    await waitFor(
      async () => seen,
      (ids) => ids.includes('genuine'),
    );
    expect(seen).toEqual(['genuine']);
    await stop();
    await bus.close();
    await database.close();
  });
});
