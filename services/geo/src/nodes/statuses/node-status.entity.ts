/** Presents the status of a node from its report. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { CopyCounts, NodeReport } from '@forgemesh/proto/geo/v1/node_report';
import type { NodeStatus } from '@forgemesh/proto/geo/v1/node_status';

/** A report and the node that sent it. */
export interface ReportedStatus {
  nodeId: number;
  isPrimary: boolean;
  /** Whether the primary can verify the credentials of the secondary. */
  hasCredentials: boolean;
  report: NodeReport;
  reportedAt: Date;
  /** Whether the report is older than the heartbeat timeout. */
  isOutdated: boolean;
}

/** Presents a status. Counts that only the other role has are null. */
export function presentStatus(status: ReportedStatus): ResponseOf<NodeStatus> {
  const { nodeId, isPrimary, report, reportedAt } = status;
  const problem = problemOf(status);
  const checked = report.primary?.repositories_checked ?? report.repositories?.checked ?? null;
  return {
    geo_node_id: nodeId,
    healthy: problem === '',
    health: problem || 'Healthy',
    health_status: problem === '' ? 'Healthy' : 'Unhealthy',
    missing_oauth_application: !isPrimary && !status.hasCredentials,
    db_replication_lag_seconds: isPrimary ? null : report.lag_seconds,
    last_event_id: report.last_event_id || null,
    last_event_timestamp: secondsOf(report.last_event_at),
    cursor_last_event_id: isPrimary ? null : report.cursor_event_id,
    cursor_last_event_timestamp: isPrimary ? null : secondsOf(report.cursor_event_at),
    last_successful_status_check_timestamp: Math.floor(reportedAt.getTime() / 1000),
    version: report.version,
    revision: report.revision,
    projects_count: report.projects_count,
    ...slots(report),
    ...attachments(report, isPrimary),
    ...lfsObjects(report, isPrimary),
    ...unusedFileKinds(isPrimary),
    ...repositoryCounts('repositories', report.repositories, report),
    ...repositoryCounts('wikis', report.wikis, report),
    repositories_checked_count: checked,
    repositories_checked_failed_count: report.primary?.repositories_check_failed ?? null,
    repositories_checked_in_percentage: percentage(checked ?? 0, report.projects_count),
    repositories_compared_since_timestamp: secondsOf(report.repositories?.compared_since ?? ''),
    repositories_last_checked_timestamp: secondsOf(report.repositories?.last_checked_at ?? ''),
  };
}

function problemOf({ report, reportedAt, isOutdated }: ReportedStatus): string {
  return isOutdated ? `The node has not reported its status since ${reportedAt.toISOString()}` : report.problem;
}

function slots({ primary }: NodeReport) {
  return {
    replication_slots_count: primary?.secondaries ?? null,
    replication_slots_used_count: primary?.secondaries_reporting ?? null,
    replication_slots_used_in_percentage: percentage(primary?.secondaries_reporting, primary?.secondaries),
    replication_slots_max_retained_wal_bytes: null,
  };
}

/**
 * Counts for uploads, avatars and export archives. A secondary of a version that does not replicate
 * files has none.
 */
function attachments({ attachments_count: total, attachments: counts }: NodeReport, isPrimary: boolean) {
  const none = isPrimary ? null : 0;
  return {
    attachments_count: total,
    attachments_synced_count: counts?.synced ?? none,
    attachments_failed_count: counts?.failed ?? none,
    attachments_synced_missing_on_primary_count: counts?.missing_on_primary ?? none,
    attachments_synced_in_percentage: percentage(counts?.synced, total),
  };
}

/** Counts for large files. A secondary of a version that does not replicate them has none. */
function lfsObjects({ lfs_objects_count: total = 0, lfs_objects: counts }: NodeReport, isPrimary: boolean) {
  const none = isPrimary ? null : 0;
  return {
    lfs_objects_count: total,
    lfs_objects_synced_count: counts?.synced ?? none,
    lfs_objects_failed_count: counts?.failed ?? none,
    lfs_objects_synced_missing_on_primary_count: none,
    lfs_objects_synced_in_percentage: percentage(counts?.synced, total),
  };
}

/** Counts for kinds of files that Forgemesh does not store: always zero. */
function unusedFileKinds(isPrimary: boolean) {
  const none = isPrimary ? null : 0;
  return {
    job_artifacts_count: 0,
    job_artifacts_synced_count: none,
    job_artifacts_failed_count: none,
    job_artifacts_synced_missing_on_primary_count: none,
    job_artifacts_synced_in_percentage: '0.00%',
    container_repositories_count: 0,
    container_repositories_synced_count: none,
    container_repositories_failed_count: none,
    container_repositories_synced_in_percentage: '0.00%',
    design_repositories_count: 0,
    design_repositories_synced_count: none,
    design_repositories_failed_count: none,
    design_repositories_synced_in_percentage: '0.00%',
  };
}

type Family = 'repositories' | 'wikis';
type FamilyStatus<F extends Family> = Pick<
  ResponseOf<NodeStatus>,
  Exclude<Extract<keyof NodeStatus, `${F}_${string}_count` | `${F}_${string}_percentage`>, `${F}_checked_${string}`>
>;

/** Counts for repositories. Every project counts as having both repositories. */
function repositoryCounts<F extends Family>(
  family: F,
  counts: CopyCounts | undefined,
  report: NodeReport,
): FamilyStatus<F> {
  const { projects_count: total, primary } = report;
  const checksummed = primary?.[`${family}_checksummed`];
  return {
    [`${family}_synced_count`]: counts?.synced ?? null,
    [`${family}_failed_count`]: counts?.failed ?? null,
    [`${family}_queued_count`]: counts?.queued ?? null,
    [`${family}_synced_in_percentage`]: percentage(counts?.synced, total),
    [`${family}_checksummed_count`]: checksummed ?? null,
    [`${family}_checksum_failed_count`]: primary?.[`${family}_failed`] ?? null,
    [`${family}_checksummed_in_percentage`]: percentage(checksummed, total),
    [`${family}_verified_count`]: counts?.verified ?? null,
    [`${family}_verification_failed_count`]: counts?.verification_failed ?? null,
    [`${family}_verified_in_percentage`]: percentage(counts?.verified, total),
    [`${family}_checksum_mismatch_count`]: counts?.checksum_mismatch ?? null,
    [`${family}_retrying_verification_count`]: counts?.retrying_verification ?? null,
  } as unknown as FamilyStatus<F>;
}

/**
 * Formats a percentage, e.g. `12.50%`; `0.00%` if the total is 0. Limited to 100, since the two
 * counts are taken at different times.
 */
function percentage(part = 0, total = 0): string {
  return `${total > 0 ? Math.min((100 * part) / total, 100).toFixed(2) : '0.00'}%`;
}

function secondsOf(time: string): number | null {
  return time === '' ? null : Math.floor(Date.parse(time) / 1000);
}
