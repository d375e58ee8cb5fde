/** Creates the dependencies of the repository service. */
import path from 'node:path';
import { QueryCache } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createMarkdownRenderer } from '@forgemesh/markdown';
import { createAddressMap, createSigner } from '@forgemesh/rpc';
import { createObjectStorage, type Runtime } from '@forgemesh/service';
import { Background } from './maintenance/background';
import { createClients } from './clients/clients';
import { createUrls } from './clients/urls';
import { createCi } from './compose-ci';
import { createLfs } from './compose-lfs';
import type { RepositoryConfig } from './config';
import { createSearchShares } from './content/code-search/search-projects';
import type { CodeOwnersCache } from './content/code-owners/find-code-owners';
import { presentDeletedRepositoryEvent } from './storage/deleted-repositories/deleted-repository.entity';
import { createDeletedRepositoryModel } from './storage/deleted-repositories/deleted-repository.model';
import { startGit } from './storage/git-worker';
import { LRUCache } from 'lru-cache';
import { presentHousekeeping } from './maintenance/repository-maintenance/housekeeping.entity';
import { createHousekeepingModel } from './maintenance/repository-maintenance/housekeeping.model';
import { KeyedQueue } from './storage/keyed-queue';
import { presentLanguagesEvent } from './content/languages/languages.entity';
import { createLanguagesModel } from './content/languages/languages.model';
import { languagesAt } from './content/languages/measure-languages';
import { presentMeasurement } from './maintenance/statistics/measurement.entity';
import { createMeasurementModel } from './maintenance/statistics/measurement.model';
import { createReadOnlyLockModel } from './storage/storage-moves/read-only-lock.model';
import { announceLock } from './storage/storage-moves/announce-lock';
import { ReadOnlyLocks } from './storage/storage-moves/read-only-locks';
import { PeerStorages } from './storage/peer-storages/peer-storages';
import { presentProtectedBranchEvent } from './refs/protected-branches/protected-branch.entity';
import { createProtectedBranchModel, type ProtectionCache } from './refs/protected-branches/protected-branch.model';
import { presentProtectedTagEvent } from './refs/protected-tags/protected-tag.entity';
import { createProtectedTagModel } from './refs/protected-tags/protected-tag.model';
import { createPushRules } from './refs/push-rules/push-rules';
import { createEntryPacks } from './refs/ref-log/entry-packs';
import { appendMark } from './refs/ref-log/append-mark';
import type { RefLogDeps } from './refs/ref-log/deps';
import { createRefWriter } from './refs/ref-log/ref-writer';
import { presentEntry } from './refs/ref-log/ref-log-entry.entity';
import { createRefCheckpointModel, createRefLogModel } from './refs/ref-log/ref-log-entry.model';
import { LogHeads } from './refs/ref-log/log-heads';
import { logReaders } from './refs/ref-log/log-readers';
import { measureAudits } from './refs/packs/audit/audit-schedule';
import { createPackAuditModel } from './refs/packs/audit/pack-audit.model';
import { createPackRecordModel } from './refs/packs/audit/pack-record.model';
import { PackUses } from './refs/packs/audit/pack-uses';
import type { PacksDeps } from './refs/packs/deps';
import { FolderPacks } from './refs/packs/folder-packs';
import { createCompleteRepositories } from './refs/packs/keep-repositories';
import { openBeforeUse } from './refs/packs/open-before-use';
import { PACKS, PackStore } from './refs/packs/pack-store';
import { createRepositoryCheckpointModel } from './refs/packs/repository-checkpoint.model';
import { StagedPacks } from './refs/packs/staged-packs';
import { createStoredPacks } from './refs/packs/create-stored-packs';
import { createMaintenanceCounts } from './refs/packs/maintain-repositories';
import { FolderReplicaLogs } from './refs/replica-logs/folder-replica-logs';
import { KeptReplicaLogs } from './refs/replica-logs/kept-replica-logs';
import { createTagReleases } from './refs/releases/create-tag-releases';
import { presentReleaseForEvent } from './refs/releases/release.entity';
import { createReleaseModel } from './refs/releases/release.model';
import { createStorageEpochModel } from './storage/storage-epochs/storage-epoch.model';
import { StorageEpochs } from './storage/storage-epochs/storage-epochs';
import { removeProjectData } from './storage/project-data/remove-project-data';
import { Storages } from './storage/repository-location';
import { RepositoryActivity } from './storage/repository-activity';
import { createCommitSignatureModel } from './commits/signatures/commit-signature.model';
import { linkCopiedObjects } from './content/lfs/objects/link-copied-objects';
import { unlinkProject } from './content/lfs/objects/link-objects';
import type { ProjectDocuments } from './storage/project-data/deps';
import { checkGitAccess } from './storage/transport/check-git-access';
import { measureTransport } from './storage/transport/measure-transport';
import { TransportHost } from './storage/transport/transport-host';
import { createRepositoryCheckQueue } from './maintenance/repository-checks/run-repository-checks';
import { createHousekeepingQueue } from './maintenance/repository-maintenance/run-housekeeping';
import { Maintenance } from './maintenance/maintenance';
import { createUserModel } from './clients/users/user.model';
import { SERVICE_NAME } from './service-name';
import type { Repositories } from './deps';

/** Maximum total length of release notes cached as HTML. */
const MAX_NOTES_LENGTH = 8_000_000;
/** Maximum number of cached licenses; most projects share a few common ones. */
const MAX_LICENSES = 10_000;
/** Size of the cache of code owners: one for each change, and one for each entry. */
const MAX_CODE_OWNERS = 20_000;

/** Creates the dependencies and starts the git workers. */
export function createRepositories(runtime: Runtime<RepositoryConfig>): Repositories {
  const { config, log, metrics, caller, connection, outbox, bus, sequences, verifier, tls } = runtime;
  const clients = createClients(caller);
  const activity = new RepositoryActivity();
  const scratch = path.resolve(config.FORGE_DATA_DIR, 'transport');
  // Apart from the folders that the transport clears when its process is restarted.
  const packFolder = path.resolve(config.FORGE_DATA_DIR, 'packs');
  const { maxTransfers, spoolBytes, bytesPerSecond, idleSeconds } = config.git;
  const downloads = {
    spoolFolder: path.join(scratch, 'downloads'),
    spoolBytes,
    maxTransfers,
    bytesPerSecond,
    idleSeconds,
  };
  const storages = new Storages(config.FORGE_DATA_DIR, config.storages);
  const urls = createUrls(config.FORGE_EXTERNAL_URL);
  const display = { clients, urls, users: createUserModel(connection) };
  const settings = watchSettings({
    fetch: () => clients.settings.getSettings({}),
    bus,
    subject: 'settings.changed',
    log,
  });
  const gitOptions = { downloads, timeouts: () => settings.peek() };
  const rawGit = startGit(log, gitOptions);
  const rawTransportGit = startGit(log, gitOptions);
  const logQueue = new KeyedQueue();
  const background = new Background(log);
  const objectStorage = createObjectStorage(SERVICE_NAME, runtime);
  // The audit finds a copy of a pack that was removed while it was migrated.
  objectStorage.addKind(PACKS, () => Promise.resolve());
  const { objects } = objectStorage;
  const refLogModel = createRefLogModel(connection);
  const refCheckpoints = createRefCheckpointModel(connection);
  const checkpoints = createRepositoryCheckpointModel(connection);
  const packRecords = createPackRecordModel(connection);
  const packAudits = createPackAuditModel(connection);
  measureAudits(metrics, { packAudits });
  const measurements = outbox.store(createMeasurementModel(connection), presentMeasurement);
  const readers = logReaders({ refLog: refLogModel, refCheckpoints });
  const packsDeps: PacksDeps = {
    log,
    git: rawTransportGit,
    storages,
    packStore: new PackStore(objects, packFolder, new PackUses(packRecords)),
    checkpoints,
    ...readers,
    hasContent: async ({ project_id, kind }) =>
      (await readers.newestSeq({ project_id, kind })) > 0 ||
      (await measurements.model.exists({ project_id, kind, commit_count: { $gt: 0 } })) !== null,
    reloadLocks: (projectId) => readOnlyLocks.reload(projectId),
    appendMark: (location, mark) => appendMark(refLogDeps, location, mark),
    logQueue,
    folderQueue: new KeyedQueue(),
    background,
    runMaintenance: (work) => maintenance.run(work),
  };
  const storedPacks =
    config.FORGE_PACKS === 'objects'
      ? createStoredPacks({
          packs: packsDeps,
          git: rawGit,
          bus,
          database: connection.name,
          onFollowed: (repo) => maintenance.schedule(repo),
        })
      : undefined;
  const packs = storedPacks?.packs ?? new FolderPacks(packsDeps);
  const git = openBeforeUse(activity.track(rawGit), packs, storages);
  const transportGit = openBeforeUse(activity.track(rawTransportGit), packs, storages);
  const transport = new TransportHost({
    git: transportGit,
    scratchFolder: scratch,
    limits: config.git,
    log,
    waitTimeoutMs: config.FORGE_STORAGE_WAIT_TIMEOUT_SECONDS * 1000,
  });
  measureTransport(metrics, transport);
  const maintenance: Maintenance = new Maintenance(transportGit, () => settings.current().housekeeping_enabled, log);
  const housekeepings = outbox.store(createHousekeepingModel(connection), presentHousekeeping);
  const jobs = {
    storages,
    packs,
    transportGit,
    // A job of a process that died is due again after this time.
    claimTtlMs: config.FORGE_EVENT_ACK_WAIT_SECONDS * 500,
    log,
  };
  const ci = createCi(runtime, display);
  const releases = outbox.store(createReleaseModel(connection), presentReleaseForEvent);
  // Events of pushes are built from the repository.
  const refLog = outbox.store(refLogModel, (entry) => presentEntry({ git, storages }, entry), storages.filter);
  const logHeads = new LogHeads();
  const protectedBranches = outbox.store(createProtectedBranchModel(connection), presentProtectedBranchEvent);
  const protectedTags = outbox.store(createProtectedTagModel(connection), presentProtectedTagEvent);
  const commitSignatures = createCommitSignatureModel(connection);
  const protectionCache: ProtectionCache = new QueryCache(connection, ['protected_branches']);
  const codeOwners: CodeOwnersCache = new LRUCache({
    maxSize: MAX_CODE_OWNERS,
    sizeCalculation: ({ length }) => length + 1,
  });
  const languages = outbox.store(createLanguagesModel(connection), presentLanguagesEvent);
  const epochs = new StorageEpochs({
    model: createStorageEpochModel(connection),
    storages,
    acceptedLosses: config.FORGE_ACCEPT_STORAGE_LOSS,
    keepsPacks: packs.isEnabled,
    log,
  });
  epochs.measure(metrics);
  const readOnlyLocks: ReadOnlyLocks = new ReadOnlyLocks(
    createReadOnlyLockModel(connection),
    storages,
    activity,
    async (projectId, storage) => {
      if (packs.isEnabled) await announceLock(packsDeps, projectId, storage);
    },
  );
  const lfs = createLfs(runtime, { git, objectStorage, measurements, settings });
  const { lfsObjects, lfsLinks, lfsLocks } = lfs;
  const projectDocuments: ProjectDocuments[] = [
    protectedBranches.model,
    protectedTags.model,
    releases.model,
    refLog.model,
    refCheckpoints,
    checkpoints,
    ci.pipelines.model,
    ci.commitStatuses.model,
    ci.environments.model,
    ci.deployments.model,
    ci.triggers.model,
    commitSignatures,
    measurements.model,
    lfsLocks,
    { deleteMany: ({ project_id }) => unlinkProject({ lfsLinks, lfsObjects }, project_id) },
  ];
  const branchQueue = new KeyedQueue();
  const refLogDeps: RefLogDeps = {
    git,
    storages,
    clients,
    log,
    outbox,
    activity,
    epochs,
    background,
    refLog,
    refCheckpoints,
    packs,
    logHeads,
    logQueue,
    protectedBranches,
    branchQueue,
  };
  const languageQueue = new KeyedQueue();
  const languagesDeps = { git, transportGit, storages, languages, languageQueue };
  const projectData = {
    git,
    transportGit,
    storages,
    housekeepings,
    languages,
    readOnlyLocks,
    projectDocuments,
    packs,
  };
  const logSource = { checkpoints, ...readers };
  const replicaLogsDeps = { git, transportGit, storages, packs, packsDeps, logSource, refLog, refCheckpoints };
  const gitAccess = { settings, storages, activity, clients, protectedBranches, protectionCache };
  return {
    log,
    git,
    transportGit,
    transport,
    objectStorage,
    objects,
    ...lfs,
    ...ci,
    checkGitAccess: (context, access) => checkGitAccess(gitAccess, context, access),
    storages,
    bundleFolder: path.resolve(config.FORGE_DATA_DIR, 'bundles'),
    minFreeDiskBytes: config.FORGE_MIN_FREE_DISK_BYTES,
    activity,
    epochs,
    readOnlyLocks,
    peerStorages: new PeerStorages({
      addresses: createAddressMap(config.FORGE_GIT_ADDRESSES),
      signer: createSigner(SERVICE_NAME, config.FORGE_SIGNING_KEY),
      tls,
      folder: path.resolve(config.FORGE_DATA_DIR, 'peer-storages'),
      linkLargeFiles: (copied) => linkCopiedObjects({ lfsLinks, transportGit }, copied),
    }),
    clients,
    urls,
    settings,
    outbox,
    sequences,
    verifier,
    refLog,
    refCheckpoints,
    packs,
    packsDeps,
    closePacks: () => storedPacks?.close(),
    completeRepositories: createCompleteRepositories(),
    maintainedRepositories: createMaintenanceCounts(metrics),
    repositoryCheckpoints: checkpoints,
    packNaming: { checkpoints, entries: createEntryPacks(refLogModel) },
    packRecords,
    packAudits,
    packCollection: config.FORGE_PACKS_COLLECT,
    logHeads,
    logQueue,
    refs: createRefWriter(refLogDeps),
    pushRules: createPushRules({
      git,
      transportGit,
      storages,
      clients,
      settings,
      protectionCache,
      protectedBranches,
      measurements,
      codeOwners,
      lfsLinks,
      lfsLocks,
      users: display.users,
    }),
    projectDocuments,
    branchQueue,
    removeProjectData: (projectId, storage) => removeProjectData(projectData, projectId, storage),
    protectedBranches,
    protectedTags,
    releases,
    tagReleases: createTagReleases({ releases }),
    languages,
    measurements,
    housekeepings,
    deletedRepositories: outbox.store(createDeletedRepositoryModel(connection), presentDeletedRepositoryEvent),
    commitSignatures,
    users: display.users,
    protectionCache,
    background,
    maintenance,
    housekeepingJobs: createHousekeepingQueue({ ...jobs, housekeepings, maintenance }),
    repositoryChecks: createRepositoryCheckQueue({ ...jobs, measurements, settings }),
    replicaQueue: new KeyedQueue(),
    logSource,
    replicaLogs: packs.isEnabled
      ? new KeptReplicaLogs(replicaLogsDeps)
      : new FolderReplicaLogs(replicaLogsDeps, new StagedPacks(packFolder, packsDeps.packStore)),
    markdown: createMarkdownRenderer(settings, config.FORGE_EXTERNAL_URL),
    renderedNotes: new LRUCache({ maxSize: MAX_NOTES_LENGTH, sizeCalculation: ({ length }) => Math.max(length, 1) }),
    codeOwners,
    searchShares: createSearchShares(),
    licenses: new LRUCache({ max: MAX_LICENSES }),
    languageQueue,
    measureLanguages: (location, commitId) =>
      background.run('languages of a restored repository not measured', async () => {
        await languagesAt(languagesDeps, location, commitId);
      }),
  };
}
