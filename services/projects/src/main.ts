import { runService, serve } from '@forgemesh/service';
import { accessOperations } from './access';
import { accessRequestOperations } from './access-requests';
import { badgeOperations } from './badges';
import { auditEventOperations } from './audit-events';
import { sweepAuditEvents } from './audit-events/sweep-audit-events';
import { sweepSpools } from './archives/spool';
import { avatarOperations } from './avatars';
import { sweepAvatars } from './avatars/sweep-avatars';
import { config } from './config';
import { consumers } from './consumers';
import { copiedFileOperations } from './copied-files';
import { customAttributeOperations } from './custom-attributes';
import { exportOperations } from './exports';
import { runExports, sweepExports } from './exports/export-job';
import { forkOperations } from './forks';
import { groupExportOperations } from './group-exports';
import { runGroupExports, sweepGroupExports } from './group-exports/group-export-job';
import { groupImportOperations } from './group-imports';
import { runGroupImports, sweepGroupImports } from './group-imports/group-import-job';
import { groupOperations } from './groups';
import { hookEventOperations } from './hook-deliveries';
import { runDeliveries } from './hook-deliveries/run-deliveries';
import { sweepDeliveries } from './hook-deliveries/sweep-deliveries';
import { hookOperations } from './hooks';
import { housekeepingOperations } from './housekeeping';
import { importOperations } from './imports';
import { runImports, sweepImports } from './imports/import-job';
import { integrationOperations } from './integrations';
import { jobOperations } from './jobs';
import { sealPlainUrls } from './hooks/sealed-url';
import { renameOldJobs } from './jobs/rename-old-jobs';
import { sweepCallCounts } from './limits/call-limit';
import { markdownOperations } from './markdown';
import { lifecycleOperations } from './lifecycle';
import { memberOperations } from './members';
import { sweepExpiredMembers } from './members/sweep-expired-members';
import { mirrorOperations } from './mirrors';
import { runMirrors } from './mirrors/run-mirrors';
import { namespaceOperations } from './namespaces';
import { projectOperations } from './projects';
import { removeMarkedProjects } from './projects/remove-marked-projects';
import { pushRuleOperations } from './push-rules';
import { searchOperations } from './search';
import { remoteMirrorOperations } from './remote-mirrors';
import { createProjects } from './compose';
import { shareOperations } from './shares';
import { snippetOperations } from './snippets';
import { starOperations } from './stars';
import { storedSecrets } from './stored-secrets';
import { runStorageMoves } from './storage-moves/storage-move-job';
import { systemHookOperations } from './system-hooks';
import { variableOperations } from './variables';
import { uploadOperations } from './uploads';
import { sweepUploads } from './uploads/remove-uploads';

runService(() =>
  serve({
    config,
    descriptors: require.resolve('@forgemesh/proto/descriptors/projects.binpb'),
    create: createProjects,
    operations: [
      ...accessOperations,
      ...accessRequestOperations,
      ...badgeOperations,
      ...auditEventOperations,
      ...avatarOperations,
      ...copiedFileOperations,
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
    consumers,
    schedules: [
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
    offersMetrics: ({ settings }) => settings.known()?.prometheus_metrics_enabled ?? true,
    secrets: storedSecrets,
    prepare: async (deps) => {
      await renameOldJobs(deps);
      await sealPlainUrls(deps);
    },
    close: async ({ settings, deliverer }) => {
      deliverer.close();
      settings.close();
    },
  }),
);
