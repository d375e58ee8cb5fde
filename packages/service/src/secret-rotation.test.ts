import { Rotation } from './secret-rotation';
import { createSecretBox, keyIdsOf, type SecretBox } from '@forgemesh/security';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';

const MINUTE_MS = 60_000;
const START = Date.parse('2030-01-01T00:00:00Z');
const boxOf = (secret: string): SecretBox => createSecretBox(secret, 'test');
const [oldId, newId] = keyIdsOf('old,new') as [string, string];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let now: number;
beforeEach(async () => {
  now = START;
  database = await openTestDatabase();
});
afterEach(() => database.close());

const logged: string[] = [];
const log = { ...silentLog, info: (_facts: object, text: string) => logged.push(text), error: jest.fn() };

function rotationWith(secret: string): Rotation {
  const box = boxOf(secret);
  const { connection } = database;
  if (connection.modelNames().includes('secret_rotations')) connection.deleteModel('secret_rotations');
  const sealed = [
    { collection: 'hooks', box, paths: ['token', 'deep.value'], derive: (text: string) => ({ length: text.length }) },
  ];
  const digested = [{ collection: 'tokens', filter: () => ({ revoked: false }) }];
  const service = 'unit';
  return new Rotation({ connection, service, secret, stored: { sealed, digested }, log: log as never, now: () => now });
}

const hooks = () => database.connection.collection('hooks');
const hook = async (name: string) => {
  const found = await hooks().findOne({ name });
  if (!found) throw new Error(`no hook ${name}`);
  return found;
};

it('re-seals secrets of an older key, then reports that the key can be removed', async () => {
  const old = boxOf('old');
  await hooks().insertMany([
    { name: 'a', token: old.seal('one'), deep: { value: old.seal('three') } },
    { name: 'b', token: boxOf('new').seal('two') },
    { name: 'c', token: null },
    { name: 'd', token: 'plain' },
  ]);
  const before = await hook('b');
  const rotation = rotationWith('new,old');
  expect(await rotation.describe()).toMatchObject({ key_id: newId, older_key_ids: [oldId], older_keys_needed: true });
  await rotation.run();
  const first = await hook('a');
  const only = boxOf('new');
  expect([only.open(first['token']), only.open(first['deep'].value), first['length']]).toEqual(['one', 'three', 5]);
  expect(await hook('b')).toEqual(before);
  expect(await hook('d')).toMatchObject({ token: 'plain' });
  // Processes from before the rotation may still seal with the older key.
  expect(await rotation.describe()).toMatchObject({ older_keys_needed: true, unreadable: 0 });
  await hooks().insertOne({ name: 'e', token: old.seal('late') });
  now += 11 * MINUTE_MS;
  await rotation.run();
  expect(only.open((await hook('e'))['token'])).toBe('late');
  expect(await rotation.describe()).toMatchObject({ older_keys_needed: true });
  await rotation.run();
  expect(await rotation.describe()).toEqual({
    service: 'unit',
    key_id: newId,
    older_key_ids: [oldId],
    unreadable: 0,
    tokens_left: 0,
    older_keys_needed: false,
    checked_at: new Date(now).toISOString(),
  });
  expect(logged.at(-1)).toBe('older keys of FORGE_SECRET can be removed');
  expect(await rotationWith('new').describe()).toMatchObject({ older_key_ids: [], older_keys_needed: false });
});

it('counts the digests of tokens that have not been used since', async () => {
  const tokens = database.connection.collection('tokens');
  await tokens.insertMany([
    { revoked: false },
    { revoked: false, digest_key: oldId },
    { revoked: false, digest_key: newId },
    { revoked: true, digest_key: oldId },
  ]);
  const rotation = rotationWith('new,old');
  await rotation.run();
  now += 11 * MINUTE_MS;
  await rotation.run();
  expect(await rotation.describe()).toMatchObject({ tokens_left: 2, older_keys_needed: true });
  await tokens.updateMany({}, { $set: { digest_key: newId } });
  now += 11 * MINUTE_MS;
  await rotation.run();
  expect(await rotation.describe()).toMatchObject({ tokens_left: 0, older_keys_needed: false });
});

it('reports unreadable secrets and leaves them unchanged', async () => {
  const lost = boxOf('lost').seal('one');
  await hooks().insertOne({ name: 'a', token: lost });
  const rotation = rotationWith('new,old');
  await rotation.run();
  expect(await hook('a')).toMatchObject({ token: lost });
  expect(await rotation.describe()).toMatchObject({ unreadable: 1, older_keys_needed: true });
  expect(log.error).toHaveBeenCalled();
});
