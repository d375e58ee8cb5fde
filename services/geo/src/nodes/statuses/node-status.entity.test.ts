import { presentStatus, type ReportedStatus } from './node-status.entity';

const counts = {
  synced: 2,
  failed: 0,
  verified: 1,
  verification_failed: 0,
  checksum_mismatch: 0,
  retrying_verification: 0,
  missing_on_primary: 0,
};
const status: ReportedStatus = {
  nodeId: 3,
  isPrimary: false,
  hasCredentials: true,
  isOutdated: false,
  reportedAt: new Date('2030-01-01T00:00:00.000Z'),
  report: {
    problem: '',
    lag_seconds: 0,
    last_event_id: 0,
    last_event_at: '',
    cursor_event_id: 0,
    cursor_event_at: '',
    version: '12.7.5-ee',
    revision: 'abc',
    projects_count: 3,
    attachments_count: 4,
    repositories: counts,
    wikis: counts,
    attachments: { ...counts, missing_on_primary: 1 },
    lfs_objects_count: 5,
    lfs_objects: { synced: 4, failed: 1 },
    primary: undefined,
  },
};

describe('presentStatus', () => {
  it('is unhealthy if the last report is outdated', () => {
    expect(presentStatus({ ...status, isOutdated: true })).toMatchObject({
      healthy: false,
      health_status: 'Unhealthy',
      health: 'The node has not reported its status since 2030-01-01T00:00:00.000Z',
    });
    expect(presentStatus(status)).toMatchObject({ healthy: true, health: 'Healthy' });
  });

  it('reports missing credentials for secondaries only', () => {
    const missing = { ...status, hasCredentials: false };
    expect(presentStatus(missing).missing_oauth_application).toBe(true);
    expect(presentStatus({ ...missing, isPrimary: true }).missing_oauth_application).toBe(false);
  });

  it('reports the checks of repositories of the primary', () => {
    const primary = {
      secondaries: 1,
      secondaries_reporting: 1,
      repositories_checksummed: 3,
      repositories_failed: 0,
      wikis_checksummed: 0,
      wikis_failed: 0,
      repositories_checked: 2,
      repositories_check_failed: 1,
    };
    expect(presentStatus({ ...status, isPrimary: true, report: { ...status.report, primary } })).toMatchObject({
      repositories_checked_count: 2,
      repositories_checked_failed_count: 1,
      repositories_checked_in_percentage: '66.67%',
    });
    expect(presentStatus(status)).toMatchObject({ repositories_checked_count: null });
  });

  it('formats percentages with two decimals, 0.00% for a total of 0', () => {
    expect(presentStatus(status)).toMatchObject({
      repositories_synced_in_percentage: '66.67%',
      wikis_verified_in_percentage: '33.33%',
      attachments_count: 4,
      attachments_synced_count: 2,
      attachments_synced_in_percentage: '50.00%',
      attachments_failed_count: 0,
      attachments_synced_missing_on_primary_count: 1,
      lfs_objects_count: 5,
      lfs_objects_synced_count: 4,
      lfs_objects_failed_count: 1,
      lfs_objects_synced_in_percentage: '80.00%',
      last_event_timestamp: null,
    });
    const empty = { ...status, report: { ...status.report, projects_count: 0 } };
    expect(presentStatus(empty).repositories_synced_in_percentage).toBe('0.00%');
  });
});
