/** Filters issues of any projects by whether the caller may read them, with one access query. */
import type { Call } from '@forgemesh/rpc';
import { canReadFeature } from '@forgemesh/access';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { type AccessDeps, canReadIssue, type GuardedIssue, rightsOnProjects, subjectOf } from '#access';

/** An issue and the caller's rights on its project. */
export interface ReadableIssue<Issue> {
  issue: Issue;
  project: AuthorizedResource;
}

/** The issues that the caller may read, in the same order. */
export async function readableIssues<Issue extends GuardedIssue & { project_id: number }>(
  call: Call<Pick<AccessDeps, 'clients'>>,
  issues: readonly Issue[],
): Promise<ReadableIssue<Issue>[]> {
  const ids = issues.map(({ project_id: id }) => id);
  const projects = await rightsOnProjects(call.deps, subjectOf(call), ids);
  return issues.flatMap((issue) => {
    const project = projects.get(issue.project_id);
    const isReadable = project && canReadFeature(project, 'issues') && canReadIssue(issue, project.level, call.user);
    return isReadable ? [{ issue, project }] : [];
  });
}
