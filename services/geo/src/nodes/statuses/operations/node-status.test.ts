import { api, asRoot, waitFor, mesh, unique, type ApiResponse } from '@forgemesh/testing';
import { createNodeToken } from '../../node-token';

const counts = {
  synced: 3,
  failed: 1,
  verified: 2,
  verification_failed: 2,
  checksum_mismatch: 1,
  retrying_verification: 1,
};
const report = {
  problem: '',
  lag_seconds: 7,
  last_event_id: 12,
  last_event_at: '2030-01-01T00:00:05.000Z',
  cursor_event_id: 11,
  cursor_event_at: '2030-01-01T00:00:00.000Z',
  version: '12.7.5-ee',
  revision: 'abc',
  projects_count: 8,
  attachments_count: 4,
  repositories: {
    ...counts,
    queued: 4,
    checked: 2,
    compared_since: '2030-01-01T00:00:01.000Z',
    last_checked_at: '2030-01-01T00:00:02.000Z',
  },
  wikis: { ...counts, synced: 8, verified: 8 },
  attachments: { ...counts, missing_on_primary: 1 },
};

let primaryId: number;
let secondaryId: number;
let credentials: string;

beforeAll(async () => {
  const { url } = mesh();
  primaryId = (await asRoot().post('/geo_nodes', { name: url, url, primary: true })).body.id;
  const name = unique('node');
  secondaryId = (await asRoot().post('/geo_nodes', { name, url: `https://${name}.example.com` })).body.id;
  credentials = (await asRoot().post(`/geo_nodes/${secondaryId}/credentials`)).body.secret;
});
afterAll(async () => {
  for (const id of [primaryId, secondaryId]) await asRoot().delete(`/geo_nodes/${id}`);
});

async function tell(fields: object = {}): Promise<ApiResponse> {
  const node_token = await createNodeToken(credentials);
  return api().post('/geo/status', { node_token, report: { ...report, ...fields } });
}

describe('GET /geo_nodes/:id/status', () => {
  it('returns 404 for a node that has not reported yet', async () => {
    expect(await asRoot().get(`/geo_nodes/${secondaryId}/status`)).toMatchObject({
      status: 404,
      body: { message: '404 Status for Geo node not found Not Found' },
    });
  });

  it('returns the current counts of the primary', async () => {
    const { status, body } = await asRoot().get(`/geo_nodes/${primaryId}/status`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      geo_node_id: primaryId,
      healthy: true,
      health: 'Healthy',
      health_status: 'Healthy',
      missing_oauth_application: false,
      db_replication_lag_seconds: null,
      cursor_last_event_id: null,
      cursor_last_event_timestamp: null,
      version: '12.7.5-ee',
      revision: 'development',
      projects_count: expect.any(Number),
      attachments_count: expect.any(Number),
      attachments_synced_count: null,
      attachments_synced_in_percentage: '0.00%',
      lfs_objects_count: expect.any(Number),
      lfs_objects_synced_count: null,
      repositories_synced_count: null,
      repositories_failed_count: null,
      repositories_verified_count: null,
      repositories_checksummed_count: expect.any(Number),
      // Other suites damage repositories.
      repositories_checksum_failed_count: expect.any(Number),
      wikis_checksummed_count: expect.any(Number),
      wikis_checksummed_in_percentage: expect.stringMatching(/^\d+\.\d\d%$/),
      replication_slots_count: expect.any(Number),
      replication_slots_max_retained_wal_bytes: null,
    });
  });

  it('returns the last report of a secondary with all fields', async () => {
    const before = Math.floor(Date.now() / 1000);
    expect((await tell()).status).toBe(200);
    const { body } = await asRoot().get(`/geo_nodes/${secondaryId}/status`);
    expect(body.last_successful_status_check_timestamp).toBeGreaterThanOrEqual(before);
    const none = (family: string) => ({
      [`${family}_count`]: 0,
      [`${family}_synced_count`]: 0,
      [`${family}_failed_count`]: 0,
      [`${family}_synced_in_percentage`]: '0.00%',
    });
    const copied = (family: string) => ({
      [`${family}_failed_count`]: 1,
      [`${family}_checksummed_count`]: null,
      [`${family}_checksum_failed_count`]: null,
      [`${family}_checksummed_in_percentage`]: '0.00%',
      [`${family}_verification_failed_count`]: 2,
      [`${family}_checksum_mismatch_count`]: 1,
      [`${family}_retrying_verification_count`]: 1,
    });
    expect(body).toEqual({
      geo_node_id: secondaryId,
      healthy: true,
      health: 'Healthy',
      health_status: 'Healthy',
      missing_oauth_application: false,
      db_replication_lag_seconds: 7,
      last_event_id: 12,
      last_event_timestamp: 1893456005,
      cursor_last_event_id: 11,
      cursor_last_event_timestamp: 1893456000,
      last_successful_status_check_timestamp: body.last_successful_status_check_timestamp,
      version: '12.7.5-ee',
      revision: 'abc',
      projects_count: 8,
      replication_slots_count: null,
      replication_slots_used_count: null,
      replication_slots_used_in_percentage: '0.00%',
      replication_slots_max_retained_wal_bytes: null,
      attachments_count: 4,
      attachments_synced_count: 3,
      attachments_synced_in_percentage: '75.00%',
      attachments_failed_count: 1,
      attachments_synced_missing_on_primary_count: 1,
      ...none('lfs_objects'),
      lfs_objects_synced_missing_on_primary_count: 0,
      ...none('job_artifacts'),
      job_artifacts_synced_missing_on_primary_count: 0,
      ...none('container_repositories'),
      ...none('design_repositories'),
      ...copied('repositories'),
      repositories_synced_count: 3,
      repositories_synced_in_percentage: '37.50%',
      repositories_verified_count: 2,
      repositories_verified_in_percentage: '25.00%',
      repositories_queued_count: 4,
      repositories_checked_count: 2,
      repositories_checked_failed_count: null,
      repositories_checked_in_percentage: '25.00%',
      repositories_compared_since_timestamp: 1893456001,
      repositories_last_checked_timestamp: 1893456002,
      ...copied('wikis'),
      wikis_synced_count: 8,
      wikis_synced_in_percentage: '100.00%',
      wikis_verified_count: 8,
      wikis_verified_in_percentage: '100.00%',
      // A node of an earlier release does not report it.
      wikis_queued_count: null,
    });
  });

  it('returns the problem of a secondary', async () => {
    await tell({ problem: 'The disk is full' });
    expect((await asRoot().get(`/geo_nodes/${secondaryId}/status`)).body).toMatchObject({
      healthy: false,
      health: 'The disk is full',
      health_status: 'Unhealthy',
    });
    await tell();
  });
});

describe('GET /geo_nodes/status', () => {
  it('lists the statuses of the nodes that have reported, in pages', async () => {
    const silent = await asRoot().post('/geo_nodes', {
      name: unique('node'),
      url: `https://${unique('node')}.example.com`,
    });
    await tell();
    const { body, headers } = await waitFor(
      () => asRoot().get('/geo_nodes/status?per_page=100'),
      (response) => response.status === 200,
    );
    const ids = body.map((status: { geo_node_id: number }) => status.geo_node_id);
    expect(ids).toEqual(expect.arrayContaining([primaryId, secondaryId]));
    expect(ids).not.toContain(silent.body.id);
    expect(headers.get('x-total')).toBe(String(ids.length));
    expect((await asRoot().get('/geo_nodes/status?per_page=1')).body).toHaveLength(1);
    const primary = body.find((status: { geo_node_id: number }) => status.geo_node_id === primaryId);
    expect(primary.replication_slots_used_count).toBeGreaterThanOrEqual(1);
    await asRoot().delete(`/geo_nodes/${silent.body.id}`);
  });
});

describe('GET /geo_nodes/current/failures', () => {
  it('requires a secondary', async () => {
    expect(await asRoot().get('/geo_nodes/current/failures')).toMatchObject({ status: 403 });
  });

  it.each(['type=snippet', 'failure_type=mood'])('refuses %s', async (query) => {
    const response = await asRoot().get(`/geo_nodes/current/failures?${query}`);
    expect(response).toMatchObject({
      status: 400,
      body: { error: `${query.split('=')[0]} does not have a valid value` },
    });
  });
});
