import { isForgeError } from '@forgemesh/errors';
import { AdminJobServiceDefinition, type JobCounts } from '@forgemesh/proto/projects/v1/admin_job';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { adminJobKinds, type AdminJobKind, type JobState, type AdminJobsDeps } from '#administration/jobs';

/** Maximum number of waiting jobs to read, as many may be due later. */
const MAX_WAITING = 1000;

/** Counts the jobs of each kind. A kind whose service is unavailable is left out. */
export const countJobs = internalOperation(
  AdminJobServiceDefinition.countJobs,
  async (_request, { deps }: Call<AdminJobsDeps>) => {
    const counts = await Promise.all(adminJobKinds.map((kind) => countKind(deps, kind)));
    return { kinds: counts.filter((each) => each !== null) };
  },
);

async function countKind(deps: AdminJobsDeps, { name: kind, list }: AdminJobKind): Promise<JobCounts | null> {
  const totalOf = async (state: JobState): Promise<number> =>
    (await list(deps, state).read({ skip: 0, limit: 0 })).total;
  try {
    const [running, failed, waiting] = await Promise.all([totalOf('running'), totalOf('failed'), totalOf('waiting')]);
    const ages = waiting === 0 ? [] : await agesOfDue(deps, list, waiting);
    return { kind, backlog: running + ages.length, latency: Math.max(0, ...ages), failed };
  } catch (error) {
    if (isForgeError(error) && error.reason === 'unavailable') return null;
    throw error;
  }
}

/** The seconds since each due waiting job became due. Lists are newest first. */
async function agesOfDue(deps: AdminJobsDeps, list: AdminJobKind['list'], waiting: number): Promise<number[]> {
  const range = { skip: Math.max(waiting - MAX_WAITING, 0), limit: MAX_WAITING };
  const { rows } = await list(deps, 'waiting').read(range);
  const now = Date.now();
  return rows.map(({ due_at: due }) => (due ? (now - Date.parse(due)) / 1000 : -1)).filter((seconds) => seconds >= 0);
}
