/**
 * Asks for upkeep. The lease of a day and the job are one document of the service that also does the work, so one update decides whether the
 * job exists: nobody can hold a lease for work that was lost, and no call to another service lies between.
 */
import { ConflictError, isDuplicateKey, type Call } from '@forgemesh/kit';
import { HousekeepingServiceService } from '@forgemesh/proto/repository/v1/housekeeping';
import { operation } from '../operation';
import type { Repositories } from '../service';

const LEASE_MINUTES = 1_440;
const MINUTE_MS = 60_000;

/** Starts the upkeep of a project's repositories. */
export const startHousekeeping = operation(HousekeepingServiceService.startHousekeeping, async (_request, call) => {
  if (await askAgain(call)) return {};
  try {
    await call.deps.housekeepings.insert({ _id: call.resource().id, ...newJob(call), operation_id: call.operationId });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await askAgain(call);
  }
  return {};
});

/** Starts it where an earlier upkeep is known; false where there was none. 409 while the lease of the last one holds. */
async function askAgain(call: Call<Repositories>): Promise<boolean> {
  const job = await call.deps.housekeepings.mutate(call.resource().id, ({ operation_id, requested_at }) => {
    // The first try of this very write.
    if (operation_id !== undefined && operation_id === call.operationId) return null;
    if (Date.now() - requested_at.getTime() < LEASE_MINUTES * MINUTE_MS) {
      throw new ConflictError(
        `Somebody already triggered housekeeping for this project in the past ${LEASE_MINUTES} minutes`,
      );
    }
    return { set: newJob(call), update: { $set: { operation_id: call.operationId }, $unset: { claim: 1, error: 1 } } };
  });
  return job !== null;
}

function newJob(call: Call<Repositories>) {
  const now = new Date();
  const { storage } = call.deps.storages.locate(call.resource().id, call.resource().storage);
  return { storage, requested_at: now, requested_by: call.principal.id, failures: 0, due_at: now };
}
