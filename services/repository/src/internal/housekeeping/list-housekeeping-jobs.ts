import { internalOperation, type Call } from '@forgemesh/rpc';
import { HousekeepingJobServiceDefinition } from '@forgemesh/proto/repository/v1/housekeeping_job';
import {
  type HousekeepingDocument,
  type HousekeepingState,
  presentHousekeepingJob,
  stateFilters,
} from '#maintenance/repository-maintenance';
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
