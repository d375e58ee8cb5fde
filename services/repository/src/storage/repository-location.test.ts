/** Calls every RPC of a process that serves one storage with another storage. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isForgeError } from '@forgemesh/errors';
import { createCaller, serviceContext, type Caller } from '@forgemesh/rpc';
import { createMetrics, type CallContext } from '@forgemesh/telemetry';
import { createMeshSigner, mesh, onBehalf } from '@forgemesh/testing';
import { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { startReplica, type ManagedProcess } from '../../../../scripts/test/mesh.cjs';
import { StorageNotServedError, RepositoryReleasedError, Storages } from './repository-location';

const SHA = 'a'.repeat(40);
/** No project of the mesh has this id. */
const ID = 2_000_000_001;
const side = { project_id: ID, storage: 'default', branch: 'main', full_path: 'a/b' };
/** Fields that requests have in common; each request uses those that it declares. */
const requestFields = {
  id: String(ID),
  project_id: ID,
  storage: 'default',
  target: side,
  source: side,
  source_project_id: ID,
  sha: SHA,
  ref: 'main',
  branch: 'main',
  file_path: 'file',
  slug: 'page',
  title: 'Title',
  content: 'text',
  commit_message: 'Message',
  tag_name: 'v1',
  from: 'main',
  to: 'other',
  refs: ['main', 'other'],
  search: 'word',
  base_sha: SHA,
  head_sha: SHA,
  url: 'http://127.0.0.2:1/a.git',
  relation: 'releases',
  name: 'main',
  version: '1.0.0',
  submodule: 'lib',
  commit_sha: SHA,
  address: 'main/a.tar.gz',
  facts: JSON.stringify({ protectedBranches: [], protectedTags: [], releases: [] }),
};

/** RPCs that use only the database, which all processes share, or do not depend on a storage. */
const otherStorages = [
  ...['createMergePipeline', 'listPipelines', 'getPipeline', 'getNewestPipelineEntity', 'getNewestStatusEntity'],
  'getEarlierPipelineStatus',
  ...['listProtectedBranches', 'getProtectedBranch', 'createProtectedBranch', 'deleteProtectedBranch'],
  'updateProtectedBranch',
  ...['downloadCoverageBadge', 'downloadPipelineBadge'],
  ...['listProtectedTags', 'getProtectedTag', 'createProtectedTag', 'deleteProtectedTag', 'listProtectionProfiles'],
  ...['listReleases', 'getRelease', 'listReleaseLinks', 'getReleaseLink', 'createReleaseLink', 'updateReleaseLink'],
  ...['deleteReleaseLink', 'exportRepositoryRows', 'importRepositoryRows'],
  ...['getRepositoryMetadata', 'storeRepositoryMetadata', 'countMeasurements', 'getPackStore'],
  ...['downloadPack', 'storeReplicaPack'],
  ...['listLfsLocks', 'createLfsLock', 'deleteLfsLock'],
  ...['listLfsObjects', 'countLfsObjects', 'reconcileLfsObjects', 'downloadLfsObject', 'storeLfsObject'],
  ...['listDeletedRepositories', 'removeDeletedRepository'],
  ...['listRepositoryChecks', 'runRepositoryCheck', 'clearRepositoryChecks', 'countRepositoryChecks'],
  ...['listHousekeepingJobs', 'retryHousekeepingJob', 'cancelHousekeepingJob'],
  ...['listEnvironments', 'getEnvironment', 'createEnvironment', 'updateEnvironment', 'stopEnvironment'],
  ...['deleteEnvironment', 'listDeployments', 'getDeployment', 'updateDeployment'],
  ...['listTriggers', 'getTrigger', 'createTrigger', 'updateTrigger', 'takeTriggerOwnership', 'deleteTrigger'],
  'triggerPipeline',
  ...['listDockerfiles', 'getDockerfile', 'listGitignores', 'getGitignore', 'listGitlabCiYmls', 'getGitlabCiYml'],
  ...['listLicenseTemplates', 'getLicenseTemplate', 'listProjectTemplates', 'getProjectTemplate'],
  ...['getProjectLicenseTemplate', 'lintCi', 'lintProjectCi'],
  ...['searchBlobs', 'searchGroupBlobs'],
  'getReleasesFeed',
];

type AnyClient = Record<string, (request: object, options: object) => Promise<unknown> | AsyncIterable<unknown>>;

describe('a storage that another process serves', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgemesh-other-storage-'));
  let replica: ManagedProcess;
  let caller: Caller;

  beforeAll(async () => {
    const env = { FORGE_STORAGES: 'other', FORGE_ROLE: 'api', FORGE_DATA_DIR: dataDir };
    replica = await startReplica({ service: 'repository', label: 'other-storage', mesh: mesh(), env });
    caller = createCaller({
      addresses: { repository: `127.0.0.1:${replica.grpc}` },
      signer: createMeshSigner(mesh().dataDir),
      metrics: createMetrics('test'),
    });
  });
  afterAll(async () => {
    caller?.close();
    await replica?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function outcomeOf(client: AnyClient, name: string, rpc: string): Promise<string> {
    const resource = AuthorizedResource.create({ found: true, id: ID, storage: 'default', level: 50, open: true });
    const caller: CallContext = {
      ...serviceContext('test'),
      user: { id: 1, username: 'root', name: 'Root', admin: true, external: false },
      real_user_id: 1,
      scopes: ['api'],
      tier: 3,
      access: { id: resource, project_id: resource },
    };
    const context = await onBehalf(mesh().dataDir, caller, rpc);
    async function* emptyStream(): AsyncGenerator<Uint8Array> {}
    try {
      const answer = client[name]?.(requestFields, { context, content: emptyStream() });
      if (answer && Symbol.asyncIterator in answer) for await (const _part of answer) void _part;
      await answer;
      return 'answered';
    } catch (error) {
      return isForgeError(error) ? error.message : String(error);
    }
  }

  it('is refused by every RPC that needs its disk, and nothing is created', async () => {
    const protos = readdirSync(join(__dirname, '../../../../proto/forgemesh/repository/v1'));
    const modules = await Promise.all(
      protos.map((file) => import(`@forgemesh/proto/repository/v1/${basename(file, '.proto')}`) as Promise<object>),
    );
    const services = modules.flatMap((module) =>
      Object.entries(module).filter(([name]) => name.endsWith('ServiceDefinition')),
    );
    const others: string[] = [];
    const broken: string[] = [];
    let refused = 0;
    for (const [, service] of services as [string, object][]) {
      const client = caller.client(service, 'repository') as AnyClient;
      for (const name of Object.keys(client)) {
        const outcome = await outcomeOf(client, name, (service as Record<string, { path: string }>)[name]?.path ?? '');
        if (outcome === new StorageNotServedError('default').message) refused++;
        else others.push(name);
        if (outcome.startsWith('500')) broken.push(name);
      }
    }
    expect(others.sort()).toEqual(otherStorages.sort());
    expect(broken).toEqual([]);
    expect(refused).toBeGreaterThan(otherStorages.length);
    // Its own storage has a folder with its epoch.
    expect(readdirSync(join(dataDir, 'repositories'))).toEqual(['other']);
  });
});

describe('Storages', () => {
  it('serves all storages by default, else only the configured ones', () => {
    expect(new Storages('/data', []).locate(1, 'any')).toMatchObject({ storage: 'any', kind: 'project' });
    const some = new Storages('/data', ['one', 'default']);
    expect(some.locate(1, '', 'wiki')).toMatchObject({ project_id: 1, storage: 'default', kind: 'wiki' });
    expect(() => some.locate(1, 'two')).toThrow(StorageNotServedError);
    expect([some.serves(''), some.serves('one'), some.serves('two')]).toEqual([true, true, false]);
    expect([some.filter, new Storages('/data', []).filter]).toEqual([{ storage: { $in: ['one', 'default'] } }, {}]);
  });

  it('refuses released projects until they return', () => {
    const storages = new Storages('/data', []);
    storages.markReleased(1, '');
    expect(() => storages.locate(1, 'default', 'wiki')).toThrow(RepositoryReleasedError);
    expect([storages.isReleased(1, 'default'), storages.isReleased(1, 'other'), storages.isReleased(2, '')]).toEqual([
      ...[true, false, false],
    ]);
    expect(storages.locateUnchecked(1, 'default', 'project').repo).toContain('/data/repositories/default/');
    storages.clearReleased(1, 'default');
    expect(storages.locate(1, '').storage).toBe('default');
  });

  it('refuses names that lead out of the folder', () => {
    expect(() => new Storages('/data', []).root('../elsewhere')).toThrow('not a valid storage name');
  });
});
