/**
 * Two processes of geo that share the replicas of a node: each has its own scheduler, and both have
 * one registry. The primary and the repositories are stubs that count what is asked of them.
 */
import { UnavailableError } from '@forgemesh/errors';
import { waitFor } from '@forgemesh/testing';
import { openTestDatabase, silentLog } from '@forgemesh/testing/runtime';
import type { Model } from 'mongoose';
import { PrimaryLink } from '#clients/primary-link';
import { createFileModel } from '#replication/files/file.model';
import { createRegistryModel, type RegistryDocument } from '#replication/registry/registry.model';
import { scheduleSync } from '#replication/registry';
import { createRepositoryReplicaStore } from '../repository-replica-store';
import type { SyncDeps } from './deps';
import { SyncScheduler } from './sync-scheduler';

/** Short, because the tests wait for the end of a lease. */
const LEASE_MS = 1_000;
const CAPACITY = 5;
const CHECKSUM = 'c'.repeat(40);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let registry: Model<RegistryDocument>;
beforeAll(async () => {
  database = await openTestDatabase();
  registry = createRegistryModel(database.connection);
  createFileModel(database.connection);
  await database.ensureIndexes();
});
beforeEach(() => registry.deleteMany({}));
afterAll(() => database.close());

/** The repositories of a node. */
class Replicas {
  /** Fetched projects, in the order of the fetches. */
  readonly fetched: number[] = [];
  /** Start of the last fetch by project. */
  readonly fetchedAt = new Map<number, number>();
  readonly synced = new Set<number>();
  /** Projects that are being fetched now. */
  readonly fetching = new Set<number>();
  overlaps = 0;
  /** Resolves when a fetch may end. */
  mayEnd: () => Promise<void> = () => Promise.resolve();

  async fetch(id: number): Promise<void> {
    this.fetched.push(id);
    this.fetchedAt.set(id, Date.now());
    if (this.fetching.has(id)) this.overlaps += 1;
    this.fetching.add(id);
    await this.mayEnd();
    this.fetching.delete(id);
    this.synced.add(id);
  }
}

interface GeoProcess {
  link: PrimaryLink;
  scheduler: SyncScheduler;
  deps: SyncDeps;
  /** Whether its calls end: a killed process gets no answers. */
  isKilled: boolean;
}

function startProcess(replicas: Replicas, mayEnd?: () => Promise<void>): GeoProcess {
  const link = new PrimaryLink();
  const process: GeoProcess = {
    link,
    isKilled: false,
    scheduler: new SyncScheduler(
      [createRepositoryReplicaStore('repository')],
      { setting: 'repos_max_capacity', fallback: CAPACITY },
      LEASE_MS,
    ),
    deps: undefined as unknown as SyncDeps,
  };
  const answer = <T>(value: T): Promise<T> =>
    process.isKilled ? new Promise(() => undefined) : Promise.resolve(value);
  const state = { found: true, head: 'main', facts_digest: '', log_incarnation: '', log_seq: 0 };
  process.deps = {
    log: silentLog,
    link,
    registry,
    verifyIntervalMs: 3_600_000,
    site: { isCurrent: () => false },
    nodes: { model: { find: () => ({ lean: () => Promise.resolve([]) }) } },
    primary: {
      repositoryState: () => {
        if (link.isDown()) throw new UnavailableError();
        return answer({ ...state, checksum: CHECKSUM });
      },
      repositoryUrl: () => 'https://primary.example.com',
      authorization: () => Promise.resolve(''),
    },
    clients: {
      replicas: {
        getRepositoryState: ({ project_id: id }: { project_id: number }) =>
          answer({ ...state, checksum: replicas.synced.has(id) ? CHECKSUM : '0'.repeat(40) }),
        async fetchReplica({ project_id: id }: { project_id: number }) {
          await (mayEnd?.() ?? Promise.resolve());
          await replicas.fetch(id);
          return answer({ error: '' });
        },
        removeReplicas: () => answer({}),
      },
    },
  } as unknown as SyncDeps;
  return process;
}

const idsUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Lets processes work, as their schedules do, until all replicas are synced. */
async function runUntilSynced(count: number, ...processes: GeoProcess[]): Promise<void> {
  await waitFor(
    async () => {
      await Promise.all(processes.map(({ scheduler, deps }) => scheduler.startDue(deps)));
      return registry.countDocuments({ 'repository.state': 'synced', 'repository.leased_until': null });
    },
    (synced) => synced === count,
  );
}

/** Two processes, of which one has begun a sync of replica 1, which lasts until `end`. */
async function beginLongSync() {
  const replicas = new Replicas();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  replicas.mayEnd = () => ended;
  const [one, two] = [startProcess(replicas), startProcess(replicas)];
  await scheduleSync({ registry }, [1], []);
  await one.scheduler.startDue(one.deps);
  return { replicas, one, two, end };
}

describe('two processes of geo', () => {
  it('sync each replica once', async () => {
    const replicas = new Replicas();
    const [one, two] = [startProcess(replicas), startProcess(replicas)];
    await scheduleSync({ registry }, idsUpTo(60), []);
    await runUntilSynced(60, one, two);
    expect(replicas.fetched.toSorted((a, b) => a - b)).toEqual(idsUpTo(60));
    expect(replicas.overlaps).toBe(0);
  });

  it('sync a replica that changes meanwhile once more, one after the other', async () => {
    const { replicas, one, two, end } = await beginLongSync();
    await waitFor(() => Promise.resolve(replicas.fetching.has(1)), Boolean);
    await scheduleSync({ registry }, [1], ['repository']);
    for (let round = 0; round < 3; round++) await two.scheduler.startDue(two.deps);
    expect(replicas.fetched).toEqual([1]);
    const before = await registry.findById(1).lean<RegistryDocument>();
    end();
    await runUntilSynced(1, one, two);
    expect(replicas.overlaps).toBe(0);
    const after = await registry.findById(1).lean<RegistryDocument>();
    // The state of before the change did not count.
    expect(after?.repository).toMatchObject({ verified: true, generation: before?.repository.generation });
  });

  it('renew the leases of long syncs', async () => {
    const { replicas, one, two, end } = await beginLongSync();
    const first = (await registry.findById(1).lean<RegistryDocument>())?.repository.leased_until;
    await waitFor(
      async () => {
        await one.scheduler.startDue(one.deps);
        await two.scheduler.startDue(two.deps);
        return Date.now();
      },
      (now) => now > (first?.getTime() ?? 0) + LEASE_MS,
    );
    expect(replicas.fetched).toEqual([1]);
    end();
    await runUntilSynced(1, one, two);
  });

  it('take over the work of one that is killed after its lease, and nothing else', async () => {
    const replicas = new Replicas();
    const [one, two] = [startProcess(replicas, () => new Promise(() => undefined)), startProcess(replicas)];
    await scheduleSync({ registry }, idsUpTo(30), []);
    await one.scheduler.startDue(one.deps);
    one.isKilled = true;
    const leased = await registry.find({ 'repository.leased_until': { $ne: null } }).lean<RegistryDocument[]>();
    expect(leased.length).toBe(CAPACITY);
    await runUntilSynced(30, two);
    expect(replicas.fetched.toSorted((a, b) => a - b)).toEqual(idsUpTo(30));
    for (const { _id, repository } of leased)
      expect(replicas.fetchedAt.get(_id)).toBeGreaterThanOrEqual(repository.leased_until?.getTime() ?? Infinity);
  });

  it('start nothing while the primary is unreachable, and lose nothing', async () => {
    const replicas = new Replicas();
    const one = startProcess(replicas, () => {
      one.link.markDown('The primary node cannot be reached');
      return Promise.reject(new UnavailableError());
    });
    await scheduleSync({ registry }, [1], []);
    await one.scheduler.startDue(one.deps);
    await one.scheduler.close();
    const failed = await registry.findById(1).lean<RegistryDocument>();
    expect(failed?.repository).toMatchObject({ state: 'pending', retry_count: 0, leased_until: null });
    const two = startProcess(replicas);
    await runUntilSynced(1, two);
    expect(replicas.fetched).toEqual([1]);
  });
});
