// Project lists of two users in one database: one user sees few projects, the other many.

import {
  copyItems,
  copyProjects,
  createApi,
  createGroup,
  createProject,
  createToken,
  createUser,
  developer,
} from '../fixture/index.ts';
import type { Subject } from './subject.ts';
import type { BenchEnvironment } from '../environment.ts';

const visible = { few: 100, many: 10_000 };
/** Issues in the projects of each user, spread evenly. */
const issues = { few: 10_000, many: 10_000 };
/** The same with `--large`, which takes an hour to create. */
const largeIssues = { few: 10_000, many: 1_000_000 };

export const projectSubject: Subject = {
  name: `${visible.few} and ${visible.many} visible projects`,
  pages: [
    '/projects',
    '/projects?simple=true',
    '/projects?search=odd',
    '/projects?order_by=name&sort=asc',
    '/projects?order_by=last_activity_at',
    '/projects?page=5',
    '/projects?pagination=keyset&order_by=id&sort=asc',
    '/projects?membership=true',
    '/search?scope=projects&search=odd',
    '/users/:user/projects',
    '/issues',
    '/issues?scope=all',
    '/issues?scope=all&search=odd',
    '/merge_requests?scope=all',
    '/groups',
    '/namespaces',
    '/groups/:group',
    '/groups/:group/projects',
    '/groups/:group/projects?search=odd',
    '/groups/:group/issues',
    '/groups/:group/issues?order_by=updated_at&sort=asc',
    '/groups/:group/merge_requests',
    '/groups/:group/members',
    '/groups/:group/members/all',
  ],
  prepare(environment, log, { large: isLarge }) {
    const counts = isLarge ? largeIssues : issues;
    const text = `${visible.few + visible.many} projects and ${counts.few + counts.many} issues`;
    return log.step(`Creating ${text}`, async () => ({
      small: await createSide(environment, 'few', counts.few),
      large: await createSide(environment, 'many', counts.many),
    }));
  },
};

async function createSide({ url, rootToken, storageUri }: BenchEnvironment, which: 'few' | 'many', count: number) {
  const root = createApi(url, rootToken);
  const groupId = await createGroup(root, `scale-${which}`);
  const userId = await createUser(root, `sees-${which}`, { [groupId]: developer });
  const token = await createToken(root, userId);
  const { id } = await createProject(root, which, groupId);
  const projectIds = [id, ...(await copyProjects(storageUri, id, visible[which] - 1))];
  const issue = await createApi(url, token)('POST', `/projects/${id}/issues`, { title: 'Broken' });
  await copyItems({ storageUri, collection: 'issues', id: issue.id, count: count - 1, projectIds });
  return { token, values: { group: groupId, user: userId } };
}
