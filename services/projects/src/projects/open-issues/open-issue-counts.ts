/**
 * Keeps `open_issues_count` of projects as `star_count` is kept, see star-counts. The issues are
 * counted by the service that owns them.
 */
import { createRecounts, type Recount } from '../recounts';
import type { Projects } from '../../deps';

/**
 * A count reads all open issues of a project: where issues come one after another, it is not done
 * for each of them.
 */
const REST_MS = 500;

/** Makes the counter. */
export function createOpenIssueCounts({ projects, clients }: Pick<Projects, 'projects' | 'clients'>): Recount<void> {
  return createRecounts(
    async (projectId) => {
      await projects.mutate(projectId, async ({ open_issues_count: current }) => {
        const { counts } = await clients.issueFacts.countOpenIssues({ project_ids: [projectId] });
        const count = counts[projectId] ?? 0;
        return count === current ? null : { set: { open_issues_count: count } };
      });
    },
    { restMs: REST_MS },
  );
}
