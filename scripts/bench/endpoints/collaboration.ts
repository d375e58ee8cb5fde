// Reads of collaboration data: issues, merge requests, notes, labels, milestones, epics, todos.

import { readsBy, type Endpoint } from './endpoint.ts';
import type { Fixture } from '../fixture/index.ts';

export function collaboration({ token, groupId, reading, wideId }: Fixture): Endpoint[] {
  const { one, many } = readsBy(token);
  const project = `/projects/${reading.id}`;
  const group = `/groups/${groupId}`;
  const request = `${project}/merge_requests/1`;
  const wide = `/projects/${wideId}/merge_requests/1`;
  const words = ['odd', 'even', 'broken even 77'].map(encodeURIComponent);
  const numbers = Array.from({ length: 200 }, (_, n) => n + 1);
  return [
    one('GET /issues', '/issues?scope=all'),
    one("GET /issues, the caller's", '/issues'),
    one('GET /groups/:id/issues', `${group}/issues`),
    one('GET /projects/:id/issues', `${project}/issues`),
    one('GET /projects/:id/issues?sort=asc', `${project}/issues?sort=asc`),
    one('GET /projects/:id/issues page 50', `${project}/issues?page=50`),
    one('GET /projects/:id/issues?state', `${project}/issues?state=opened&order_by=updated_at`),
    many(
      'GET /projects/:id/issues?search',
      words.map((text) => `${project}/issues?search=${text}`),
    ),
    many(
      'GET /issues?search',
      words.map((text) => `/issues?scope=all&search=${text}`),
    ),
    one('GET /projects/:id/issues_statistics', `${project}/issues_statistics`),
    many(
      'GET issue',
      numbers.map((n) => `${project}/issues/${n * 40 - 39}`),
    ),
    one('GET issue notes', `${project}/issues/1/notes`),
    one('GET issue discussions', `${project}/issues/1/discussions`),
    one('GET /merge_requests', '/merge_requests?scope=all'),
    one('GET /groups/:id/merge_requests', `${group}/merge_requests`),
    one('GET /projects/:id/merge_requests', `${project}/merge_requests`),
    one('GET /projects/:id/merge_requests?state', `${project}/merge_requests?state=opened`),
    many(
      'GET /projects/:id/merge_requests?search',
      words.map((text) => `${project}/merge_requests?search=${text}`),
    ),
    // The only merge request whose source branch exists.
    one('GET merge request', request),
    one('GET merge request notes', `${request}/notes`),
    one('GET merge request commits', `${request}/commits`),
    one('GET merge request approvals', `${request}/approvals`),
    one('GET wide merge request', wide),
    one('GET wide merge request diffs', `${wide}/diffs`),
    one('GET wide merge request versions', `${wide}/versions`),
    one('GET wide merge request changes', `${wide}/changes`),
    one('GET labels', `${project}/labels`),
    one('GET labels with counts', `${project}/labels?with_counts=true`),
    one('GET milestones', `${project}/milestones`),
    one('GET epics', `${group}/epics`),
    one('GET todos', '/todos'),
    many(
      'GET /search?scope=issues',
      words.map((text) => `/search?scope=issues&search=${text}`),
    ),
    many(
      'GET /search?scope=merge_requests',
      words.map((text) => `/search?scope=merge_requests&search=${text}`),
    ),
    many(
      'GET project search of issues',
      words.map((text) => `${project}/search?scope=issues&search=${text}`),
    ),
  ];
}
