import { listSections, type Section } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation, type Call } from '@forgemesh/rpc';
import { adminJobKinds } from '../admin-job-kinds';
import type { JobState } from '../job-state';
import type { AdminJobsDeps } from '../deps';

/** Lists the jobs of all kinds. */
export const listAdminJobs = operation(
  AdminJobServiceDefinition.listAdminJobs,
  async (request, call: Call<AdminJobsDeps>) => {
    const unavailable: string[] = [];
    const sections = adminJobKinds
      .filter(({ name }) => request.kind === undefined || name === request.kind)
      .map(({ name, list }) =>
        emptyIfUnavailable(list(call.deps, request.state as JobState | undefined), () => unavailable.push(name)),
      );
    const jobs = await listSections(call, sections, request);
    if (unavailable.length > 0) call.setHeader('X-Unanswered', unavailable.join(', '));
    return { jobs };
  },
);

/** A section that is empty while the service that owns it is unavailable. */
function emptyIfUnavailable<Row>({ read }: Section<Row>, onUnavailable: () => void): Section<Row> {
  return {
    async read(range) {
      try {
        return await read(range);
      } catch (error) {
        if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
        onUnavailable();
        return { rows: [], total: 0 };
      }
    },
  };
}
