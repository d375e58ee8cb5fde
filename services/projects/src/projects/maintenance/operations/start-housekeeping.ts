import { HousekeepingServiceDefinition } from '@forgemesh/proto/projects/v1/housekeeping';
import { operation, type Call } from '@forgemesh/rpc';
import type { MaintenanceDeps } from '../deps';

/** Schedules housekeeping of a project. The repository service owns the job and its lease. */
export const startHousekeeping = operation(
  HousekeepingServiceDefinition.startHousekeeping,
  async (_request, call: Call<MaintenanceDeps>) => {
    const { id, storage } = call.resource('id');
    await call.deps.clients.housekeeping.startHousekeepingJob({ project_id: id, storage });
    return {};
  },
);
