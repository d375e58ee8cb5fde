import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@forgemesh/security';
import { HOUR_MS, MINUTE_MS } from '@forgemesh/service/durations';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import { createUserModel } from '../user.model';
import { createPasswords } from './passwords';
import { PasswordTransition } from './password-transition';
import { createPasswordTransitionModel } from './password-transition.model';

const password = 'a-long-password-1';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let folder: string;
let clock: number;

beforeEach(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'forge-passwords-'));
  clock = Date.now();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const earlier = createPasswords({
  cost: 1024,
  concurrency: 2,
  box: createSecretBox('', 'passwords'),
  transition: { acceptsUnsealed: async () => true, storesUnsealed: async () => true },
});

/** A process of this release; `data` is its data folder. */
function open(data = 'identity') {
  const users = database.connection.models['users'] ?? createUserModel(database.connection);
  const states =
    database.connection.models['password_transitions'] ?? createPasswordTransitionModel(database.connection);
  const box = createSecretBox('secret', 'passwords');
  const markerFile = join(folder, data, 'passwords-sealed');
  const options = { users, states, box, markerFile, log: silentLog, now: () => clock };
  const transition = new PasswordTransition(options as ConstructorParameters<typeof PasswordTransition>[0]);
  return { transition, passwords: createPasswords({ cost: 1024, concurrency: 2, box, transition }), markerFile };
}

const users = () => database.connection.collection<{ _id: number; password_hash: string | null }>('users');
const storedHash = async (userId: number) => String((await users().findOne({ _id: userId }))?.password_hash);

async function addEarlierUser(userId: number) {
  await users().insertOne({ _id: userId, password_hash: await earlier.hash({ userId, password }) });
}

it('seals passwords from the start of a new instance', async () => {
  const { transition, passwords, markerFile } = open();
  await transition.start();
  expect(existsSync(markerFile)).toBe(true);
  await addEarlierUser(1);
  expect(await passwords.isMatch({ userId: 1, password }, await storedHash(1))).toBe(false);
  await transition.run();
  expect(await storedHash(1)).toMatch(/^scrypt/);
});

it('accepts passwords of an earlier release, seals them after an hour and then refuses others', async () => {
  await addEarlierUser(1);
  await users().insertOne({ _id: 2, password_hash: null });
  const [one, other] = [open('one'), open('other')];
  await one.transition.start();
  await other.transition.start();
  const isAccepted = async (userId: number) => one.passwords.isMatch({ userId, password }, await storedHash(userId));
  // Processes of the earlier release still read the hashes.
  expect(await one.passwords.hash({ userId: 1, password })).toMatch(/^scrypt/);
  await one.transition.run();
  expect([await isAccepted(1), await storedHash(1)]).toEqual([true, expect.stringMatching(/^scrypt/)]);

  clock += HOUR_MS;
  await other.transition.run();
  expect([await isAccepted(1), await storedHash(1)]).toEqual([true, expect.stringMatching(/^v1\./)]);
  // A write that began before is sealed by the next pass.
  await addEarlierUser(3);
  expect(await isAccepted(3)).toBe(true);

  clock += 10 * MINUTE_MS;
  await other.transition.run();
  expect([await isAccepted(3), await storedHash(3)]).toEqual([true, expect.stringMatching(/^v1\./)]);
  await addEarlierUser(4);
  await other.transition.run();
  expect([await isAccepted(1), await isAccepted(4)]).toEqual([true, false]);
  expect(await storedHash(4)).toMatch(/^scrypt/);
});

it('does not begin again in a changed database', async () => {
  await addEarlierUser(1);
  const first = open();
  await first.transition.start();
  const begun = await database.connection.collection('password_transitions').findOne({});
  clock += 2 * HOUR_MS;
  await first.transition.run();

  const states = database.connection.collection('password_transitions');
  const changes = [
    () => states.deleteMany({}),
    () => states.updateMany({}, { $set: { sealed: 'v1.forged' } }),
    () => states.updateMany({}, { $set: { sealed: begun?.['sealed'] } }),
  ];
  for (const change of changes) {
    await change();
    const restarted = open();
    await restarted.transition.start();
    await addEarlierUser(2);
    clock += 2 * HOUR_MS;
    await restarted.transition.run();
    expect(await restarted.passwords.isMatch({ userId: 2, password }, await storedHash(2))).toBe(false);
    await users().deleteOne({ _id: 2 });
  }
  // Without the data folder, the sealed hashes show that the transition is over.
  await states.deleteMany({});
  const moved = open('moved');
  await moved.transition.start();
  await addEarlierUser(2);
  expect(await moved.passwords.isMatch({ userId: 2, password }, await storedHash(2))).toBe(false);
});

it('continues after a restart', async () => {
  await addEarlierUser(1);
  await open('one').transition.start();
  clock += 200 * HOUR_MS;
  const { transition, passwords } = open('two');
  await transition.start();
  expect(await passwords.isMatch({ userId: 1, password }, await storedHash(1))).toBe(true);
  await transition.run();
  expect(await storedHash(1)).toMatch(/^v1\./);
  expect(await passwords.isMatch({ userId: 1, password }, await storedHash(1))).toBe(true);
  expect(await transition.acceptsUnsealed()).toBe(false);
});
