/** The repository service: its operations, consumers and schedules. */
import { defineService } from '@forgemesh/service';
import { archiveOperations } from './content/archives';
import { blobOperations } from './content/blobs';
import { branchOperations } from './refs/branches';
import { changelogOperations } from './commits/changelogs';
import { ciLintOperations } from './ci/ci-lint';
import { codeSearchOperations } from './content/code-search';
import { bundleOperations } from './import-export/bundles';
import { commitFilesOperations } from './commits/commit-files';
import { commitOperations } from './commits/commits';
import { comparisonOperations } from './commits/comparisons';
import { readRepositoryConfig, type RepositoryConfig } from './config';
import { consumers } from './consumers';
import { contributorOperations } from './commits/contributors';
import type { Repositories } from './deps';
import { deletedRepositoryOperations } from './storage/deleted-repositories';
import { deploymentOperations } from './ci/deployments';
import { environmentOperations } from './ci/environments';
import { fileOperations } from './content/files';
import { languageOperations } from './content/languages';
import { mergeOperations } from './commits/merges';
import { storageMoveOperations } from './storage/storage-moves';
import { pipelineOperations } from './ci/pipelines';
import { protectedBranchOperations } from './refs/protected-branches';
import { protectedTagOperations } from './refs/protected-tags';
import { repositoryCheckOperations } from './maintenance/repository-checks';
import { releaseLinkOperations } from './refs/release-links';
import { releaseOperations } from './refs/releases';
import { cherryPickAndRevertOperations } from './commits/cherry-picks-and-reverts';
import { schedules } from './schedules';
import { SERVICE_NAME } from './service-name';
import { closeRepositories, createRepositories, prepareRepositories } from './compose';
import { signatureOperations } from './commits/signatures';
import { snapshotOperations } from './content/snapshots';
import { commitStatusOperations } from './ci/statuses';
import { submoduleOperations } from './commits/submodules';
import { tagOperations } from './refs/tags';
import { templateOperations } from './content/templates';
import { mountTransport } from './storage/transport/mount-transport';
import { relayTransport } from './storage/transport/relay-transport';
import { treeOperations } from './content/trees';
import { triggerOperations } from './ci/triggers';
import { storedSecrets } from './ci/triggers/stored-secrets';
import { wikiOperations } from './content/wikis';
import { internalOperations } from './internal';

/** Git repositories on disk, refs, commits, files. */
export const repository = defineService<RepositoryConfig, Repositories>({
  name: SERVICE_NAME,
  readConfig: readRepositoryConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/repository.binpb'),
  storages: ({ storages }) => storages,
  create: createRepositories,
  prepare: prepareRepositories,
  secrets: storedSecrets,
  close: closeRepositories,
  operations: () => [
    ...internalOperations,
    ...commitOperations,
    ...commitFilesOperations,
    ...branchOperations,
    ...bundleOperations,
    ...fileOperations,
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
    ...triggerOperations,
    ...ciLintOperations,
    ...changelogOperations,
    ...templateOperations,
  ],
  consumers: () => consumers,
  schedules,
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  mount: mountTransport,
  relay: relayTransport,
});
