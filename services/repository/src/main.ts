import { runService, serve } from '@forgemesh/service';
import { archiveOperations } from './archives';
import { blobOperations } from './blobs';
import { branchOperations } from './branches';
import { changelogOperations } from './changelogs';
import { ciLintOperations } from './ci-lint';
import { codeSearchOperations } from './code-search';
import { bundleOperations } from './bundles';
import { commitOperations } from './commits';
import { comparisonOperations } from './comparisons';
import { config } from './config';
import { consumers } from './consumers';
import { contributorOperations } from './contributors';
import { deletedRepositoryOperations } from './deleted-repositories';
import { deploymentOperations } from './deployments';
import { environmentOperations } from './environments';
import { fileOperations } from './files';
import { housekeepingOperations } from './housekeeping';
import { languageOperations } from './languages';
import { licenseOperations } from './licenses';
import { mirrorOperations } from './mirrors';
import { mergeOperations } from './merges';
import { moveOperations } from './moves';
import { pipelineEntityOperations } from './pipeline-entities';
import { pipelineOperations } from './pipelines';
import { protectedBranchOperations } from './protected-branches';
import { protectedTagOperations } from './protected-tags';
import { rebaseOperations } from './rebases';
import { releaseLinkOperations } from './release-links';
import { releaseOperations } from './releases';
import { replayOperations } from './replays';
import { replicaOperations } from './replicas';
import { schedules } from './schedules';
import { closeRepositories, createRepositories, prepareRepositories } from './compose';
import { signatureOperations } from './signatures';
import { snapshotOperations } from './snapshots';
import { commitStatusOperations } from './statuses';
import { committerOperations } from './committers';
import { storageOperations } from './storage';
import { submoduleOperations } from './submodules';
import { tagOperations } from './tags';
import { templateOperations } from './templates';
import { mountTransport } from './transport/mount-transport';
import { treeOperations } from './trees';
import { triggerOperations } from './triggers';
import { storedSecrets } from './triggers/stored-secrets';
import { wikiOperations } from './wikis';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/repository.binpb'),
    create: createRepositories,
    prepare: prepareRepositories,
    secrets: storedSecrets,
    close: closeRepositories,
    operations: [
      ...commitOperations,
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
      ...replayOperations,
      ...archiveOperations,
      ...contributorOperations,
      ...commitStatusOperations,
      ...pipelineEntityOperations,
      ...pipelineOperations,
      ...signatureOperations,
      ...languageOperations,
      ...mirrorOperations,
      ...replicaOperations,
      ...committerOperations,
      ...storageOperations,
      ...housekeepingOperations,
      ...snapshotOperations,
      ...licenseOperations,
      ...mergeOperations,
      ...moveOperations,
      ...rebaseOperations,
      ...wikiOperations,
      ...submoduleOperations,
      ...environmentOperations,
      ...deploymentOperations,
      ...deletedRepositoryOperations,
      ...triggerOperations,
      ...ciLintOperations,
      ...changelogOperations,
      ...templateOperations,
    ],
    consumers,
    schedules,
    offersMetrics: ({ settings }) => settings.known()?.prometheus_metrics_enabled ?? true,
    mount: mountTransport,
  }),
);
