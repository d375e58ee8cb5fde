/**
 * Starts housekeeping. The one-day lease and the job are one document, so a single update decides
 * whether the job exists: no lease is held for lost work.
 */
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError } from '@forgemesh/errors';
import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  HousekeepingJobServiceDefinition,
  type StartHousekeepingJobRequest,
} from '@forgemesh/proto/repository/v1/housekeeping_job';
import { MINUTE_MS } from '@forgemesh/service/durations';
import type { InternalHousekeepingDeps } from './deps';

const LEASE_MINUTES = 1_440;

/** Starts the housekeeping of a project's repositories. */
export const startHousekeepingJob = internalOperation(
  HousekeepingJobServiceDefinition.startHousekeepingJob,
  async (request, call: Call<InternalHousekeepingDeps>) => {
    if (await restart(call, request)) return {};
    try {
      await call.deps.housekeepings.insert({
        _id: request.project_id,
        ...newJob(call, request),
        operation_id: call.operationId,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await restart(call, request);
    }
    return {};
  },
);

/**
 * Restarts an existing job; false if none exists. 409 while the lease of the last one is held.
 */
async function restart(call: Call<InternalHousekeepingDeps>, request: StartHousekeepingJobRequest): Promise<boolean> {
  const job = await call.deps.housekeepings.mutate(request.project_id, ({ operation_id, requested_at }) => {
    // A retry of the write that started this job.
    if (operation_id !== undefined && operation_id === call.operationId) return null;
    if (Date.now() - requested_at.getTime() < LEASE_MINUTES * MINUTE_MS) {
      throw new ConflictError(
        `Somebody already triggered housekeeping for this project in the past ${LEASE_MINUTES} minutes`,
      );
    }
    return {
      set: newJob(call, request),
      update: { $set: { operation_id: call.operationId }, $unset: { claim: 1, error: 1 } },
    };
  });
  return job !== null;
}

function newJob({ deps, principal }: Call<InternalHousekeepingDeps>, request: StartHousekeepingJobRequest) {
  const now = new Date();
  const { storage } = deps.storages.locate(request.project_id, request.storage);
  return { storage, requested_at: now, requested_by: principal.id, failures: 0, due_at: now };
}
