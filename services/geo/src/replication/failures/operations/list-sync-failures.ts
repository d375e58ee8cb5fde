import { operation, type Call } from '@forgemesh/rpc';
import { listPage } from '@forgemesh/data';
import { SyncFailureServiceDefinition } from '@forgemesh/proto/geo/v1/sync_failure';
import { assertSecondary } from '#access';
import { repositoryKinds, selectedFilter } from '#replication/registry';
import { presentSyncFailure } from '../sync-failure.entity';
import type { FailuresDeps } from '../deps';

/** Filter for each failure type, for one kind of replica. */
const conditions: Record<string, (kind: string) => Record<string, unknown>> = {
  sync: (kind) => ({ [`${kind}.state`]: 'failed' }),
  checksum_mismatch: (kind) => ({ [`${kind}.checksum_mismatch`]: true }),
  verification: (kind) => ({ [`${kind}.verification_failure`]: { $ne: null } }),
};

/** Lists the projects whose replicas failed. */
export const listSyncFailures = operation(
  SyncFailureServiceDefinition.listSyncFailures,
  async (request, call: Call<FailuresDeps>) => {
    assertSecondary(call.deps);
    const condition = conditions[request.failure_type ?? 'sync'] as (kind: string) => Record<string, unknown>;
    const kinds = request.type ? [request.type] : repositoryKinds;
    const filter = { $or: kinds.map(condition), ...selectedFilter };
    const projects = await listPage(call, { model: call.deps.registry, filter, sort: { _id: 1 }, request });
    return { failures: projects.map(presentSyncFailure) };
  },
);
