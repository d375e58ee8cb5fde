/** Merge requests of tests that share a project. */
import { unique, commitFile, createMergeRequest, type ApiClient, type TestItem } from '@forgemesh/testing';

/** A merge request from a branch of its own, whose head is one commit ahead of `main`. */
export interface OpenedRequest {
  request: TestItem;
  branch: string;
  head: string;
  /** `/projects/1/merge_requests/1`. */
  url: string;
}

/**
 * Creates a merge request from a new branch into `main` in `/projects/1`: several tests can use one
 * project if they leave `main` unchanged.
 */
export async function openRequest(
  as: ApiClient,
  project: string,
  fields: Record<string, unknown> = {},
): Promise<OpenedRequest> {
  const branch = unique('topic');
  // Equal commits of two branches would have the same id.
  const message = `Add a.txt to ${branch}`;
  const head = await commitFile(as, project, {
    branch,
    path: 'a.txt',
    content: 'a\n',
    start_branch: 'main',
    commit_message: message,
  });
  const request = await createMergeRequest(as, project, { source_branch: branch, ...fields });
  return { request, branch, head, url: `${project}/merge_requests/${request.iid}` };
}
