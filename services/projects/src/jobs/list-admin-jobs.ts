import { listSections } from '@forgemesh/kit';
import { AdminJobServiceService } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '../operation';
import { adminJobKinds } from './admin-job-kinds';
import { presentAdminJob } from './admin-job.entity';
import type { JobDocument } from './job';
import { stateFilters, type JobState } from './job-state';

/** Lists the jobs of all kinds. */
export const listAdminJobs = operation(AdminJobServiceService.listAdminJobs, async (request, call) => {
  const state = request.state === undefined ? {} : stateFilters[request.state as JobState];
  const sections = adminJobKinds
    .filter(({ name }) => request.kind === undefined || name === request.kind)
    .map((kind) => ({
      async read({ skip, limit }: { skip: number; limit: number }) {
        const { model } = kind.store(call.deps);
        const filter = { ...kind.filter, ...state };
        const total = await model.countDocuments(filter);
        if (limit === 0 || total <= skip) return { rows: [], total };
        const documents = await model.find(filter).sort({ _id: -1 }).skip(skip).limit(limit).lean<JobDocument[]>();
        return { rows: documents.map((document) => presentAdminJob(kind, document)), total };
      },
    }));
  return { jobs: await listSections(call, sections, request) };
});
