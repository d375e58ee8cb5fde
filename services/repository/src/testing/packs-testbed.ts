/**
 * Several processes with repositories, in one test: each has its own folders and its own memory,
 * and all share the database and the object store.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EntityStore } from '@forgemesh/data';
import { type GitClient, zeroId } from '@forgemesh/git-engine';
import { createLocalClient, type LocalClient } from '@forgemesh/git-engine/testing';
import { createObjectStore, type ObjectStore } from '@forgemesh/objects';
import { type openTestOutbox, silentLog } from '@forgemesh/testing/runtime';
import type { Model } from 'mongoose';
import { Background } from '#maintenance/background';
import { createMeasurementModel, type MeasurementDocument } from '#maintenance/statistics/measurement.model';
import { auditPart } from '#refs/packs/audit/audit-packs';
import type { PackAuditDeps } from '#refs/packs/audit/deps';
import { createPackAuditModel, type PackAudit } from '#refs/packs/audit/pack-audit.model';
import { createPackRecordModel, type PackRecord } from '#refs/packs/audit/pack-record.model';
import { PackUses } from '#refs/packs/audit/pack-uses';
import type { PacksDeps } from '#refs/packs/deps';
import { createStoredPacks, type RunningPacks } from '#refs/packs/create-stored-packs';
import { FolderPacks } from '#refs/packs/folder-packs';
import { createCompleteRepositories, type KeepRepositoriesDeps } from '#refs/packs/keep-repositories';
import { openBeforeUse } from '#refs/packs/open-before-use';
import type { KeptPack } from '#refs/packs/kept-pack';
import { PACKS, PackStore } from '#refs/packs/pack-store';
import type { LogSource } from '#refs/packs/replica-log';
import { createRepositoryCheckpointModel, type RepositoryCheckpoint } from '#refs/packs/repository-checkpoint.model';
import type { RepositoryPacks } from '#refs/packs/repository-packs';
import { appendEntry, identifyPush } from '#refs/ref-log/append-entry';
import { appendMark } from '#refs/ref-log/append-mark';
import type { RefLogDeps } from '#refs/ref-log/deps';
import { createEntryPacks } from '#refs/ref-log/entry-packs';
import { LogHeads } from '#refs/ref-log/log-heads';
import { logReaders } from '#refs/ref-log/log-readers';
import { createRefCheckpointModel, createRefLogModel, type RefLogEntry } from '#refs/ref-log/ref-log-entry.model';
import { KeyedQueue } from '#storage/keyed-queue';
import { RepositoryActivity } from '#storage/repository-activity';
import { type RepositoryLocation, Storages } from '#storage/repository-location';
import { announceLock } from '#storage/storage-moves/announce-lock';
import { createReadOnlyLockModel, type ReadOnlyLockDocument } from '#storage/storage-moves/read-only-lock.model';
import { ReadOnlyLocks } from '#storage/storage-moves/read-only-locks';

/** Projects of all testbeds have different numbers. */
let lastProject = 0;

/** A process of the service. */
export interface PacksProcess extends KeepRepositoriesDeps {
  folder: string;
  git: GitClient;
  packs: RepositoryPacks;
  packsDeps: PacksDeps;
  logSource: LogSource;
  refLogDeps: RefLogDeps;
  locks: ReadOnlyLocks;
  /** The connection to the other processes. */
  link: { isUp: boolean };
  /** Whether announcements of the other processes reach it. */
  isInformed(): boolean;
  locate(projectId: number): RepositoryLocation;
}

/** How a process keeps packs, and where its folders are. */
export interface ProcessOptions {
  packs?: 'objects' | 'folder';
  /** The folder of an earlier process; a new one unless given. */
  folder?: string;
  /** Milliseconds for which a process uses the number of a log that it has read. */
  maxAgeMs?: number;
}

type Runtime = Awaited<ReturnType<typeof openTestOutbox>>;

/** The shared parts. */
export class PacksTestbed {
  private readonly folders: string[] = [];
  private readonly closings: (() => void)[] = [];

  private constructor(
    private readonly runtime: Runtime,
    private readonly local: LocalClient,
    readonly objects: ObjectStore,
    readonly refLog: EntityStore<RefLogEntry>,
    readonly refCheckpoints: RefLogDeps['refCheckpoints'],
    readonly checkpoints: Model<RepositoryCheckpoint>,
    readonly measurements: EntityStore<MeasurementDocument>,
    private readonly locks: Model<ReadOnlyLockDocument>,
    readonly packRecords: Model<PackRecord>,
    readonly packAudits: Model<PackAudit>,
  ) {}

  /** Creates the shared parts in a database, and an object store in it. */
  static async open(runtime: Runtime): Promise<PacksTestbed> {
    jest.spyOn(runtime.outbox, 'flushSoon').mockImplementation(() => undefined);
    const { connection, outbox, metrics } = runtime;
    const objects = createObjectStore({
      engine: 'gridfs',
      folder: '',
      minFreeBytes: 0,
      connection,
      registry: metrics.registry,
    });
    const testbed = new PacksTestbed(
      runtime,
      createLocalClient(),
      objects,
      outbox.store(createRefLogModel(connection), () => ({})),
      createRefCheckpointModel(connection),
      createRepositoryCheckpointModel(connection),
      outbox.store(createMeasurementModel(connection), () => ({})),
      createReadOnlyLockModel(connection),
      createPackRecordModel(connection),
      createPackAuditModel(connection),
    );
    await runtime.ensureIndexes();
    return testbed;
  }

  async close(): Promise<void> {
    for (const close of this.closings) close();
    this.local.close();
    for (const folder of this.folders) rmSync(folder, { recursive: true, force: true });
    await this.runtime.close();
  }

  /** The dependencies of the audits. */
  auditDeps(packCollection: PackAuditDeps['packCollection'] = 'on'): PackAuditDeps {
    return {
      log: silentLog,
      objects: this.objects,
      packNaming: { checkpoints: this.checkpoints, entries: createEntryPacks(this.refLog.model) },
      packRecords: this.packRecords,
      packAudits: this.packAudits,
      packCollection,
    };
  }

  /** Audits all parts of the object store that have anything to audit. */
  async audit(collection: PackAuditDeps['packCollection'] = 'on', now = Date.now()): Promise<void> {
    const digests: string[] = [];
    for await (const { key } of this.objects.list(`${PACKS}/`)) digests.push(key.slice(-64));
    for (const { _id } of await this.packRecords.find().lean()) digests.push(_id);
    for (const { packs, refs } of await this.checkpoints.find().lean())
      digests.push(refs, ...packs.map(({ sha256 }) => sha256));
    const parts = new Set(digests.map((sha256) => sha256.slice(0, 2)).filter(Boolean));
    const deps = this.auditDeps(collection);
    await Promise.all([...parts].map((digits) => auditPart(deps, { digits, now })));
  }

  /** Number of a project that no other test has. */
  newProject(): number {
    lastProject += 1;
    return lastProject;
  }

  /** An empty folder, which `close` removes. */
  newFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-packs-'));
    this.folders.push(folder);
    return folder;
  }

  /** Starts a process. */
  start({ packs: mode = 'objects', folder = this.newFolder(), maxAgeMs = 200 }: ProcessOptions = {}): PacksProcess {
    const { refLog, refCheckpoints, checkpoints, measurements, objects } = this;
    const local = { ...this.local.git } as GitClient;
    const storages = new Storages(folder, []);
    const logQueue = new KeyedQueue();
    const background = new Background(silentLog);
    const readers = logReaders({ refLog: refLog.model, refCheckpoints });
    const packsDeps: PacksDeps = {
      log: silentLog,
      git: local,
      storages,
      packStore: new PackStore(objects, path.join(folder, 'packs'), new PackUses(this.packRecords)),
      checkpoints,
      ...readers,
      hasContent: async (log) => (await readers.newestSeq(log)) > 0,
      reloadLocks: (projectId) => locks.reload(projectId),
      appendMark: (location, mark) => appendMark(refLogDeps, location, mark),
      logQueue,
      folderQueue: new KeyedQueue(),
      background,
      runMaintenance: (work) => work(),
    };
    const link = { isUp: true };
    const started = mode === 'objects' ? this.startPacks(packsDeps, link, maxAgeMs) : undefined;
    const packs = started?.packs ?? new FolderPacks(packsDeps);
    const git = openBeforeUse(local, packs, storages);
    const activity = new RepositoryActivity();
    const locks = new ReadOnlyLocks(this.locks, storages, activity, async (projectId, storage) => {
      if (packs.isEnabled) await announceLock(packsDeps, projectId, storage);
    });
    const refLogDeps = {
      log: silentLog,
      git,
      storages,
      activity,
      epochs: { verify: () => Promise.resolve() },
      outbox: this.runtime.outbox,
      refLog,
      refCheckpoints,
      packs,
      logHeads: new LogHeads(),
      logQueue,
      background,
    } as unknown as RefLogDeps;
    return {
      folder,
      git,
      packs,
      packsDeps,
      logSource: { checkpoints, ...readers },
      completeRepositories: createCompleteRepositories(),
      measurements,
      refLogDeps,
      locks,
      link,
      isInformed: () => started?.isInformed() ?? false,
      locate: (projectId) => storages.locate(projectId, 'default'),
    };
  }

  private startPacks(packs: PacksDeps, link: { isUp: boolean }, maxAgeMs: number): RunningPacks {
    const { bus } = this.runtime;
    const started = createStoredPacks({
      packs,
      git: packs.git,
      bus: { ...bus, connection: () => (link.isUp ? bus.connection() : undefined) },
      database: this.runtime.connection.name,
      onFollowed: () => undefined,
      timing: { maxAgeMs, heartbeatMs: 100, settleMs: 250 },
    });
    this.closings.push(started.close);
    return started;
  }

  /** Notes that a project has a repository with content, as its first push does. */
  async measure(projectId: number): Promise<void> {
    const now = new Date();
    await this.measurements.model.create({
      _id: projectId,
      version: 1,
      project_id: projectId,
      storage: 'default',
      kind: 'project',
      size: 0,
      commit_count: 0,
      measured_at: now,
    });
  }

  /** Creates a checkpoint that names packs; there is no repository. */
  async createCheckpoint(projectId: number, packs: KeptPack[]): Promise<void> {
    await this.checkpoints.create({
      _id: `${projectId}:project`,
      project_id: projectId,
      storage: 'default',
      kind: 'project',
      seq: 1,
      packs,
      refs_size: 0,
      head: 'refs/heads/main',
      created_at: new Date(),
    });
  }

  /** The checkpoint of a project. */
  async checkpointOf(projectId: number): Promise<RepositoryCheckpoint | null> {
    return this.checkpoints.findById(`${projectId}:project`).lean<RepositoryCheckpoint>();
  }
}

/** Commits a file to a branch through the log. Returns the id of the commit. */
export async function commit(
  { git, refLogDeps, locate }: PacksProcess,
  projectId: number,
  { branch = 'main', content = `${Math.random()}` }: { branch?: string; content?: string | Buffer } = {},
): Promise<string> {
  const location = locate(projectId);
  const { repo } = location;
  await git.ensureRepository({ repo, default_branch: 'main' });
  const ref = `refs/heads/${branch}`;
  const parent = (await git.findRef({ repo, name: ref }))?.id;
  const blob = runGit(repo, ['hash-object', '-w', '--stdin'], content);
  const tree = runGit(repo, ['mktree'], `100644 blob ${blob}\tfile\n`);
  const parents = parent === undefined ? [] : ['-p', parent];
  const id = runGit(repo, ['commit-tree', '-m', 'change', ...parents, tree]);
  await change({ refLogDeps, locate }, projectId, { ref, old: parent ?? zeroId, new: id });
  return id;
}

/** Changes a ref through the log; the entry is closed afterwards. */
export async function change(
  { refLogDeps, locate }: Pick<PacksProcess, 'refLogDeps' | 'locate'>,
  projectId: number,
  update: { ref: string; old: string; new: string },
): Promise<void> {
  const changes = [update];
  const actor = { user_id: 1, username: 'ada', name: 'Ada' };
  const intent = { location: locate(projectId), changes, actor, may_be_default: false };
  const { entry, refused } = await appendEntry(refLogDeps, intent, identifyPush(changes), false);
  expect(refused).toEqual([]);
  await refLogDeps.refLog.model.updateOne({ _id: entry?._id }, { $unset: { open_at: 1 } });
}

/** Branches of a project in a process, after a check of all objects that they reach. */
export async function branchesOf({ git, locate }: PacksProcess, projectId: number): Promise<Record<string, string>> {
  const { repo } = locate(projectId);
  const { refs } = await git.listRefs({ repo, folder: 'refs/heads' });
  runGit(repo, ['fsck', '--full', '--strict', '--connectivity-only']);
  return Object.fromEntries(refs.map(({ name, id }) => [name.slice('refs/heads/'.length), id]));
}

/** Runs git in a repository. */
export function runGit(repo: string, args: string[], input: string | Buffer = ''): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', ['-C', repo, ...identity, ...args], { input, stdio: ['pipe', 'pipe', 'pipe'] })
    .toString()
    .trim();
}
