/** The projects service. */
import { defineService } from '@forgemesh/service';
import { accessRequestOperations } from './groups/access-requests/operations';
import { badgeOperations } from './projects/badges/operations';
import { auditEventOperations } from './administration/audit-events/operations';
import { sweepAuditEvents } from './administration/audit-events/sweep-audit-events';
import { sweepSpools } from './import-export/archives/spool';
import { avatarOperations } from './content/avatars/operations';
import { sweepAvatars } from './content/avatars/sweep-avatars';
import { readProjectsConfig, type ProjectsConfig } from './config';
import type { Projects } from './deps';
import { fileReplicationOperations } from './administration/file-replication/operations';
import { customAttributeOperations } from './groups/custom-attributes/operations';
import { exportOperations } from './import-export/exports/operations';
import { runExports, sweepExports } from './import-export/exports/export-job';
import { forkOperations } from './projects/forks/operations';
import { groupExportOperations } from './import-export/group-exports/operations';
import { runGroupExports, sweepGroupExports } from './import-export/group-exports/group-export-job';
import { groupImportOperations } from './import-export/group-imports/operations';
import { runGroupImports, sweepGroupImports } from './import-export/group-imports/group-import-schedules';
import { groupLifecycleOperations } from './groups/lifecycle/operations';
import { groupListOperations } from './groups/lists/operations';
import { groupPresentationOperations } from './groups/presentation/operations';
import { housekeepingOperations } from './projects/maintenance/operations';
import { importOperations } from './import-export/imports/operations';
import { runImports, sweepImports } from './import-export/imports/import-schedules';
import { jobOperations } from './administration/jobs/operations';
import { adminStorageOperations } from './administration/storages/operations';
import { renameOldJobs } from './migrations/rename-old-jobs';
import { sweepCallCounts } from './access/limits/rate-limit';
import { markdownOperations } from './content/markdown/operations';
import { lifecycleOperations } from './projects/lifecycle/operations';
import { memberOperations } from './groups/members/operations';
import { sweepExpiredMembers } from './groups/members/sweep-expired-members';
import { mirrorOperations } from './mirrors/pull-mirrors/operations';
import { runMirrors } from './mirrors/pull-mirrors/run-mirrors';
import { namespaceOperations } from './namespaces/operations';
import { projectListOperations } from './projects/lists/operations';
import { removeMarkedProjects } from './projects/removal/remove-marked-projects';
import { pushRuleOperations } from './projects/push-rules/operations';
import { searchOperations } from './search/operations';
import { remoteMirrorOperations } from './mirrors/remote-mirrors/operations';
import { consumers } from './consumers';
import { createProjects } from './compose';
import { shareOperations } from './groups/shares/operations';
import { snippetOperations } from './content/snippets/operations';
import { starOperations } from './projects/stars/operations';
import { storedSecrets } from './migrations/stored-secrets';
import { runStorageMoves } from './mirrors/storage-moves/storage-move-job';
import { variableOperations } from './groups/variables/operations';
import { uploadOperations } from './content/uploads/operations';
import { sweepUploads } from './content/uploads/remove-uploads';
import { internalOperations } from './internal';

/** Manages namespaces, groups, projects, memberships and mirrors. */
export const projects = defineService<ProjectsConfig, Projects>({
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
    ...groupLifecycleOperations,
    ...groupListOperations,
    ...groupPresentationOperations,
    ...housekeepingOperations,
    ...importOperations,
    ...jobOperations,
    ...adminStorageOperations,
    ...markdownOperations,
    ...lifecycleOperations,
    ...memberOperations,
    ...mirrorOperations,
    ...namespaceOperations,
    ...projectListOperations,
    ...pushRuleOperations,
    ...searchOperations,
    ...shareOperations,
    ...remoteMirrorOperations,
    ...snippetOperations,
    ...starOperations,
    ...variableOperations,
    ...uploadOperations,
  ],
  consumers: () => consumers,
  schedules: () => [
    removeMarkedProjects,
    runMirrors,
    runExports,
    runGroupExports,
    runGroupImports,
    runImports,
    runStorageMoves,
    sweepAuditEvents,
    sweepAvatars,
    sweepCallCounts,
    sweepExpiredMembers,
    sweepExports,
    sweepGroupExports,
    sweepGroupImports,
    sweepImports,
    sweepSpools,
    sweepUploads,
  ],
  offersMetrics: ({ settings }) => settings.peek()?.prometheus_metrics_enabled ?? true,
  objects: ({ objects }) => objects,
  objectStorage: ({ objectStorage }) => objectStorage,
  secrets: storedSecrets,
  prepare: renameOldJobs,
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
    await Promise.all(jobs.map((queue) => queue.close()));
    deps.settings.close();
  },
});
