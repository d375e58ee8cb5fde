import { listSections, type Section } from '@forgemesh/data';
import { isForgeError } from '@forgemesh/errors';
import { AdminJobServiceDefinition } from '@forgemesh/proto/projects/v1/admin_job';
import { operation } from '../../../operation';
import { adminJobKinds } from '../admin-job-kinds';
import type { JobState } from '../job-state';

/** Lists the jobs of all kinds. */
export const listAdminJobs = operation(AdminJobServiceDefinition.listAdminJobs, async (request, call) => {
  const unanswered: string[] = [];
  const sections = adminJobKinds
    .filter(({ name }) => request.kind === undefined || name === request.kind)
    .map(({ name, list }) =>
      whileAway(list(call.deps, request.state as JobState | undefined), () => unanswered.push(name)),
    );
  const jobs = await listSections(call, sections, request);
  if (unanswered.length > 0) call.setHeader('X-Unanswered', unanswered.join(', '));
  return { jobs };
});

/** A section that is empty while the service that keeps it is away. */
function whileAway<Row>({ read }: Section<Row>, onAway: () => void): Section<Row> {
  return {
    async read(range) {
      try {
        return await read(range);
      } catch (error) {
        if (!isForgeError(error) || error.reason !== 'unavailable') throw error;
        onAway();
        return { rows: [], total: 0 };
      }
    },
  };
}
