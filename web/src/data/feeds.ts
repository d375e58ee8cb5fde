/** The feeds of a project. */
export type FeedKind = 'activity' | 'issues' | 'releases';

/** Returns the address of a feed in the API. */
export function feedAddress(projectId: number, kind: FeedKind): string {
  return new URL(`/api/v4/projects/${projectId}/feeds/${kind}`, window.location.origin).href;
}
