/** Merge requests for the tests of this service; each function throws if the API refuses. */
import { create, createBranchedProject, createMergeRequest, type ApiClient } from '@forgemesh/testing';

/** A project with an open merge request, both given by their paths in the API. */
export interface TestRequest {
  project: string;
  request: string;
  /** Newest commit of the source branch. */
  head: string;
}

/**
 * Creates a project and a merge request of its owner from `feature` into `main`. By default the
 * owner may not approve it, because they are its author.
 */
export async function createRequest(
  as: ApiClient,
  { settings, fields = {}, ...options }: { settings?: object; fields?: object; project?: object } = {},
): Promise<TestRequest> {
  const { path, feature } = await createBranchedProject(as, options.project);
  if (settings) await create(as, `${path}/approvals`, settings);
  return { project: path, request: await openRequest(as, path, fields), head: feature };
}

/**
 * Opens a merge request from `feature` into `main` in a project, given by its path. Returns its
 * path in the API.
 */
export async function openRequest(as: ApiClient, project: string, fields: object = {}): Promise<string> {
  const { iid } = await createMergeRequest(as, project, fields);
  return `${project}/merge_requests/${iid}`;
}
