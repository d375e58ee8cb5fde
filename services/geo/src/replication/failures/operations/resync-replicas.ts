import { NotFoundError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { SyncFailureServiceDefinition } from '@forgemesh/proto/geo/v1/sync_failure';
import { assertSecondary } from '#access';
import { resyncFiles } from '#replication/files';
import { scheduleResync } from '#replication/registry';
import type { FailuresDeps } from '../deps';

/** Schedules the sync of replicas. */
export const resyncReplicas = operation(
  SyncFailureServiceDefinition.resyncReplicas,
  async ({ project_id: projectId, scope, from_scratch: isFromScratch = false }, { deps }: Call<FailuresDeps>) => {
    assertSecondary(deps);
    if (projectId !== undefined) {
      const count = await scheduleResync(deps, { projectId, isFromScratch });
      if (count === 0) throw new NotFoundError('Project');
      return { replicas_count: count, files_count: 0 };
    }
    const isFailedOnly = scope === 'failed';
    return {
      replicas_count: await scheduleResync(deps, { isFailedOnly, isFromScratch }),
      files_count: await resyncFiles(deps, isFailedOnly),
    };
  },
);
