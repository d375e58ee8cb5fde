/**
 * Maintains `open_issues_count` of projects in the same way as `star_count`, see star-counts.
 * Collaboration counts the issues.
 */
import { createRecounts, type Recount } from '#projects/model';
import type { OpenIssuesDeps } from './deps';

/**
 * Minimum interval between counts. A count reads all open issues of a project, so it is not made
 * for each of several successive changes.
 */
const PAUSE_MS = 500;

/** Creates the counter. */
export function createOpenIssueCounts({
  projects,
  clients,
}: Pick<OpenIssuesDeps, 'projects' | 'clients'>): Recount<void> {
  return createRecounts(
    async (projectId) => {
      await projects.mutate(projectId, async ({ open_issues_count: current }) => {
        const { counts } = await clients.issueCounts.countOpenIssues({ project_ids: [projectId] });
        const count = counts[projectId] ?? 0;
        return count === current ? null : { set: { open_issues_count: count } };
      });
    },
    { pauseMs: PAUSE_MS },
  );
}
