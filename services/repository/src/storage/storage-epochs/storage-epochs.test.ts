import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import { StorageNotServedError, Storages } from '../repository-location';
import { createStorageEpochModel, type StorageEpochDocument } from './storage-epoch.model';
import { type FindLostChange, StorageEpochs, StorageRefusedError } from './storage-epochs';

const complete: FindLostChange = () => Promise.resolve(null);
const lacking: FindLostChange = () => Promise.resolve('refs/heads/main was lost');

describe('StorageEpochs', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let model: ReturnType<typeof createStorageEpochModel>;
  let dataDir: string;
  const started: StorageEpochs[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    model = createStorageEpochModel(database.connection);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await model.deleteMany({});
    dataDir = mkdtempSync(path.join(tmpdir(), 'epochs-'));
  });
  afterEach(() => {
    for (const epochs of started.splice(0)) epochs.close();
    rmSync(dataDir, { recursive: true });
  });

  /** Starts a process that serves the storage `one`. */
  async function startProcess(findLostChange = complete, acceptedLosses = {}) {
    return startWith({ findLostChange, acceptedLosses });
  }

  interface TestProcess {
    findLostChange?: FindLostChange;
    acceptedLosses?: Record<string, string>;
    keepsPacks?: boolean;
    areCaches?: boolean;
  }

  async function startWith({
    findLostChange = complete,
    acceptedLosses = {},
    keepsPacks = false,
    areCaches = false,
  }: TestProcess) {
    const storages = new Storages(dataDir, ['one']);
    const epochs = new StorageEpochs({ model, storages, acceptedLosses, keepsPacks, log: silentLog });
    started.push(epochs);
    await epochs.start(['one'], findLostChange, { areCaches });
    return { epochs, storages };
  }

  const file = (): string => path.join(dataDir, 'repositories/one/.epoch');
  const stored = () => model.findById('one').lean<StorageEpochDocument>();

  it('increase with each start, in the database and on the disk', async () => {
    await startProcess();
    await startProcess();
    expect(await stored()).toMatchObject({ epoch: 2, disk_epoch: 2 });
    expect(readFileSync(file(), 'utf8')).toBe('2\n');
  });

  it('refuse writes and reads of a process whose storage another one has claimed', async () => {
    const first = await startProcess();
    await first.epochs.verify('one');
    const second = await startProcess();
    await expect(first.epochs.verify('one')).rejects.toThrow(StorageNotServedError);
    expect(() => first.storages.locate(1, 'one')).toThrow(StorageNotServedError);
    await second.epochs.verify('one');
    expect(second.storages.locate(1, 'one')).toMatchObject({ storage: 'one' });
  });

  it('refuse writes to an older copy of the disk, also after a restart, until the newest one is back', async () => {
    await startProcess();
    await startProcess();
    writeFileSync(file(), '1\n');
    for (let start = 0; start < 2; start++) {
      const { epochs, storages } = await startProcess();
      await expect(epochs.verify('one')).rejects.toThrow(StorageRefusedError);
      expect(storages.serves('one')).toBe(true);
    }
    const earlier = await startProcess();
    writeFileSync(file(), '2\n');
    const { epochs } = await startProcess();
    await epochs.verify('one');
    await expect(earlier.epochs.verify('one')).rejects.toThrow(StorageNotServedError);
    expect(await stored()).toMatchObject({ epoch: 6, disk_epoch: 6 });
    expect((await stored())?.refused).toBeUndefined();
  });

  it('refuse writes to a disk that lacks changes until the loss is accepted by its number', async () => {
    await startProcess();
    const { epochs } = await startProcess(lacking);
    await expect(epochs.verify('one')).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'The storage one lacks changes that were acknowledged. Writes are refused until it is restored',
    });
    expect((await stored())?.refused).toEqual({ epoch: 2, reason: 'refs/heads/main was lost' });
    const other = await startProcess(lacking, { one: '1' });
    await expect(other.epochs.verify('one')).rejects.toThrow(StorageRefusedError);
    const number = String((await stored())?.refused?.epoch);
    await (await startProcess(lacking, { one: number })).epochs.verify('one');

    // Later starts do not find the same loss again.
    const since: (Date | undefined)[] = [];
    const next = await startProcess((_, from) => {
      since.push(from);
      return Promise.resolve(null);
    });
    await next.epochs.verify('one');
    expect(since).toEqual([expect.any(Date)]);
  });

  it('go on from the disk after a restore of the database alone', async () => {
    await startProcess();
    writeFileSync(file(), '9\n');
    const { epochs } = await startProcess();
    await epochs.verify('one');
    expect(await stored()).toMatchObject({ epoch: 10, disk_epoch: 10 });
  });

  it('are claimed with the first write for a storage that is new', async () => {
    const { epochs } = await startProcess();
    await expect(epochs.verify('two')).rejects.toThrow(StorageNotServedError);
    const storages = new Storages(dataDir, []);
    const all = new StorageEpochs({ model, storages, acceptedLosses: {}, keepsPacks: false, log: silentLog });
    await all.verify('two');
    expect(await model.findById('two').lean()).toMatchObject({ epoch: 1, disk_epoch: 1 });
  });

  it('are not claimed where folders are caches, and by one process while it has the only copies', async () => {
    const caches = await startWith({ keepsPacks: true, areCaches: true, findLostChange: lacking });
    await caches.epochs.verify('one');
    expect(await stored()).toBeNull();
    await startProcess();
    const owner = await startWith({ keepsPacks: true });
    const other = await startWith({ keepsPacks: true, areCaches: true, findLostChange: lacking });
    for (const { epochs } of [caches, owner, other]) await epochs.verify('one');
    expect(await stored()).toMatchObject({ epoch: 2, disk_epoch: 2 });
  });

  it('are not claimed by a process with an empty disk where folders are caches', async () => {
    const { epochs } = await startWith({ keepsPacks: true, findLostChange: lacking });
    await epochs.verify('one');
    expect(await stored()).toBeNull();
  });
});
