/** Keeps `open_issues_count` of projects as `star_count` is kept, see star-counts. The issues are counted by the service that owns them. */
import { createRecounts, type Recount } from '../recounts';
import type { Projects } from '../service';

/** Makes the counter. */
export function createOpenIssueCounts({ projects, clients }: Pick<Projects, 'projects' | 'clients'>): Recount<void> {
  return createRecounts(async (projectId) => {
    await projects.mutate(projectId, async () => {
      const { counts } = await clients.issueFacts.countOpenIssues({ project_ids: [projectId] });
      return { set: { open_issues_count: counts[projectId] ?? 0 } };
    });
  });
}
