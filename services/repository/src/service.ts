/** The repository service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { archiveOperations } from './content/archives/operations';
import { blobOperations } from './content/blobs/operations';
import { branchOperations } from './refs/branches/operations';
import { changelogOperations } from './commits/changelogs/operations';
import { ciLintOperations } from './ci/ci-lint/operations';
import { codeSearchOperations } from './content/code-search/operations';
import { bundleOperations } from './import-export/operations';
import { commitFilesOperations } from './commits/commit-files/operations';
import { commitOperations } from './commits/history/operations';
import { comparisonOperations } from './commits/comparisons/operations';
import { readRepositoryConfig, type RepositoryConfig } from './config';
import { consumers } from './consumers';
import { contributorOperations } from './commits/contributors/operations';
import type { Repositories } from './deps';
import { deletedRepositoryOperations } from './storage/deleted-repositories/operations';
import { deploymentOperations } from './ci/deployments/operations';
import { environmentOperations } from './ci/environments/operations';
import { fileOperations } from './content/files/operations';
import { languageOperations } from './content/languages/operations';
import { lfsOperations } from './content/lfs/operations';
import { mountLfs } from './content/lfs/mount-lfs';
import { relayLfs } from './content/lfs/relay-lfs';
import { mergeOperations } from './commits/merges/operations';
import { storageMoveOperations } from './storage/storage-moves/operations';
import { pipelineOperations } from './ci/pipelines/operations';
import { protectedBranchOperations } from './refs/protected-branches/operations';
import { packOperations } from './refs/packs/operations';
import { protectedTagOperations } from './refs/protected-tags/operations';
import { repositoryCheckOperations } from './maintenance/repository-checks/operations';
import { releaseLinkOperations } from './refs/release-links/operations';
import { releaseOperations } from './refs/releases/operations';
import { cherryPickAndRevertOperations } from './commits/cherry-picks-and-reverts/operations';
import { schedules } from './schedules';
import { SERVICE_NAME } from './service-name';
import { createRepositories } from './compose';
import { closeRepositories, prepareRepositories } from './lifecycle';
import { signatureOperations } from './commits/signatures/operations';
import { snapshotOperations } from './content/snapshots/operations';
import { commitStatusOperations } from './ci/statuses/operations';
import { submoduleOperations } from './commits/submodules/operations';
import { tagOperations } from './refs/tags/operations';
import { templateOperations } from './content/templates/operations';
import { mountTransport } from './storage/transport/mount-transport';
import { relayTransport } from './storage/transport/relay-transport';
import { treeOperations } from './content/trees/operations';
import { triggerOperations } from './ci/triggers/operations';
import { storedSecrets } from './ci/triggers/stored-secrets';
import { wikiOperations } from './content/wikis/operations';
import { internalOperations } from './internal';

/** Git repositories on disk, refs, commits, files. */
export const repository = defineService<RepositoryConfig, Repositories>({
  name: SERVICE_NAME,
  readConfig: readRepositoryConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/repository.binpb'),
  storages: ({ storages }) => storages,
  create: createRepositories,
  prepare: prepareRepositories,
  objects: ({ objects }) => objects,
  objectStorage: ({ objectStorage }) => objectStorage,
  secrets: storedSecrets,
  close: closeRepositories,
  operations: () => [
    ...internalOperations,
    ...commitOperations,
    ...commitFilesOperations,
    ...branchOperations,
    ...bundleOperations,
    ...fileOperations,
    ...lfsOperations,
    ...treeOperations,
    ...blobOperations,
    ...codeSearchOperations,
    ...comparisonOperations,
    ...protectedBranchOperations,
    ...protectedTagOperations,
    ...tagOperations,
    ...releaseOperations,
    ...releaseLinkOperations,
    ...cherryPickAndRevertOperations,
    ...archiveOperations,
    ...contributorOperations,
    ...commitStatusOperations,
    ...pipelineOperations,
    ...signatureOperations,
    ...languageOperations,
    ...snapshotOperations,
    ...mergeOperations,
    ...storageMoveOperations,
    ...wikiOperations,
    ...submoduleOperations,
    ...environmentOperations,
    ...deploymentOperations,
    ...deletedRepositoryOperations,
    ...repositoryCheckOperations,
    ...packOperations,
    ...triggerOperations,
    ...ciLintOperations,
    ...changelogOperations,
    ...templateOperations,
  ],
  consumers: () => consumers,
  schedules,
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  mount(deps) {
    const [lfs, transport] = [mountLfs(deps), mountTransport(deps)];
    return (request, response) => lfs(request, response) || transport(request, response);
  },
  relay: (deps) => relayLfs(deps, relayTransport(deps)),
});
