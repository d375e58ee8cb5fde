/** The projects service. */
import { defineService } from '@forgemesh/service';
import { accessRequestOperations } from './groups/access-requests';
import { badgeOperations } from './projects/badges';
import { auditEventOperations } from './administration/audit-events';
import { sweepAuditEvents } from './administration/audit-events/sweep-audit-events';
import { sweepSpools } from './import-export/archives/spool';
import { avatarOperations } from './content/avatars';
import { sweepAvatars } from './content/avatars/sweep-avatars';
import { readProjectsConfig } from './config';
import { consumers } from './consumers';
import { fileReplicationOperations } from './content/file-replication';
import { customAttributeOperations } from './groups/custom-attributes';
import { exportOperations } from './import-export/exports';
import { runExports, sweepExports } from './import-export/exports/export-job';
import { forkOperations } from './projects/forks';
import { groupExportOperations } from './import-export/group-exports';
import { runGroupExports, sweepGroupExports } from './import-export/group-exports/group-export-job';
import { groupImportOperations } from './import-export/group-imports';
import { runGroupImports, sweepGroupImports } from './import-export/group-imports/group-import-job';
import { groupOperations } from './groups/groups';
import { hookEventOperations } from './hooks/hook-deliveries';
import { runDeliveries } from './hooks/hook-deliveries/queue/run-deliveries';
import { sweepDeliveries } from './hooks/hook-deliveries/queue/sweep-deliveries';
import { hookOperations } from './hooks/hooks';
import { housekeepingOperations } from './projects/maintenance';
import { importOperations } from './import-export/imports';
import { runImports, sweepImports } from './import-export/imports/import-job';
import { integrationOperations } from './hooks/integrations';
import { jobOperations } from './administration/jobs';
import { sealPlainUrls } from './hooks/hooks/sealed-url';
import { renameOldJobs } from './migrations/rename-old-jobs';
import { sweepCallCounts } from './access/limits/rate-limit';
import { markdownOperations } from './content/markdown';
import { lifecycleOperations } from './projects/lifecycle';
import { memberOperations } from './groups/members';
import { sweepExpiredMembers } from './groups/members/sweep-expired-members';
import { mirrorOperations } from './mirrors/pull-mirrors';
import { runMirrors } from './mirrors/pull-mirrors/run-mirrors';
import { namespaceOperations } from './groups/namespaces';
import { projectOperations } from './projects/projects';
import { removeMarkedProjects } from './projects/projects/removal/remove-marked-projects';
import { pushRuleOperations } from './projects/push-rules';
import { searchOperations } from './projects/search';
import { remoteMirrorOperations } from './mirrors/remote-mirrors';
import { createProjects } from './compose';
import { shareOperations } from './groups/shares';
import { snippetOperations } from './content/snippets';
import { starOperations } from './projects/stars';
import { storedSecrets } from './migrations/stored-secrets';
import { runStorageMoves } from './mirrors/storage-moves/storage-move-job';
import { systemHookOperations } from './hooks/system-hooks';
import { variableOperations } from './groups/variables';
import { uploadOperations } from './content/uploads';
import { sweepUploads } from './content/uploads/remove-uploads';
import { internalOperations } from './internal';

/** Manages namespaces, groups, projects, memberships, hooks and mirrors. */
export const projects = defineService({
  name: 'projects',
  readConfig: readProjectsConfig,
  descriptors: require.resolve('@forgemesh/proto/descriptors/projects.binpb'),
  create: createProjects,
  operations: () => [
    ...internalOperations,
    ...accessRequestOperations,
    ...badgeOperations,
    ...auditEventOperations,
    ...avatarOperations,
    ...fileReplicationOperations,
    ...customAttributeOperations,
    ...exportOperations,
    ...forkOperations,
    ...groupExportOperations,
    ...groupImportOperations,
    ...groupOperations,
    ...hookOperations,
    ...hookEventOperations,
    ...housekeepingOperations,
    ...importOperations,
    ...integrationOperations,
    ...jobOperations,
    ...markdownOperations,
    ...lifecycleOperations,
    ...memberOperations,
    ...mirrorOperations,
    ...namespaceOperations,
    ...projectOperations,
    ...pushRuleOperations,
    ...searchOperations,
    ...shareOperations,
    ...remoteMirrorOperations,
    ...snippetOperations,
    ...starOperations,
    ...systemHookOperations,
    ...variableOperations,
    ...uploadOperations,
  ],
  consumers: () => consumers,
  schedules: () => [
    removeMarkedProjects,
    runDeliveries,
    runMirrors,
    runExports,
    runGroupExports,
    runGroupImports,
    runImports,
    runStorageMoves,
    sweepAuditEvents,
    sweepAvatars,
    sweepCallCounts,
    sweepDeliveries,
    sweepExpiredMembers,
    sweepExports,
    sweepGroupExports,
    sweepGroupImports,
    sweepImports,
    sweepSpools,
    sweepUploads,
  ],
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  secrets: storedSecrets,
  prepare: async (deps) => {
    await renameOldJobs(deps);
    await sealPlainUrls(deps);
  },
  close: async (deps) => {
    const jobs = [
      deps.pullMirrors,
      deps.pushMirrors,
      deps.exportJobs,
      deps.importJobs,
      deps.groupExportJobs,
      deps.groupImportJobs,
      deps.storageMoveJobs,
    ];
    await Promise.all([deps.deliverer, ...jobs].map((queue) => queue.close()));
    deps.settings.close();
  },
});
