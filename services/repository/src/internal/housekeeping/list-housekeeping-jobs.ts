import { internalOperation, type Call } from '@forgemesh/rpc';
import { HousekeepingJobServiceDefinition } from '@forgemesh/proto/repository/v1/housekeeping_job';
import { presentHousekeepingJob } from '#maintenance/repository-maintenance/housekeeping.entity';
import type { HousekeepingDocument } from '#maintenance/repository-maintenance/housekeeping.model';
import { stateFilters, type HousekeepingState } from '#maintenance/repository-maintenance/housekeeping-state';
import type { InternalHousekeepingDeps } from './deps';

/** Lists housekeeping jobs. */
export const listHousekeepingJobs = internalOperation(
  HousekeepingJobServiceDefinition.listHousekeepingJobs,
  async ({ state, skip, limit }, { deps }: Call<InternalHousekeepingDeps>) => {
    const { model } = deps.housekeepings;
    const filter = state === '' ? {} : stateFilters[state as HousekeepingState];
    const total = await model.countDocuments(filter);
    if (limit === 0 || total <= skip) return { jobs: [], total };
    const jobs = await model.find(filter).sort({ _id: -1 }).skip(skip).limit(limit).lean<HousekeepingDocument[]>();
    return { jobs: jobs.map(presentHousekeepingJob), total };
  },
);
