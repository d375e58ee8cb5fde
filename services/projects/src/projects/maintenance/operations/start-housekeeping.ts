import { HousekeepingServiceDefinition } from '@forgemesh/proto/projects/v1/housekeeping';
import { operation } from '#operation';

/** Schedules housekeeping of a project. The repository service owns the job and its lease. */
export const startHousekeeping = operation(HousekeepingServiceDefinition.startHousekeeping, async (_request, call) => {
  const { id, storage } = call.resource('id');
  await call.deps.clients.housekeeping.startHousekeepingJob({ project_id: id, storage });
  return {};
});
