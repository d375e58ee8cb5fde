/** Quoted phrases in the searches of all lists: `"issue x" x2` needs the phrase and the word. */
import { createUser, unique, type TestUser } from '@forgemesh/testing';

type Item = Record<string, string>;

/** Begins all names, so that other suites' data is not found. */
const word = unique('phrase').replace(/[^a-z0-9]/g, '');
/** No random name of hexadecimal digits contains their last words. */
const names = [`${word} x1`, `${word} x2`, `${word} and x3`];
const slug = (name: string): string => name.replace(/ /g, '-');

let owner: TestUser;
let group: number;
let project: number;

beforeAll(async () => {
  owner = await createUser({ name: names[0] });
  const post = async (path: string, fields: object): Promise<{ id: number }> => {
    const { status, body } = await owner.api.post(path, fields);
    if (status >= 300) throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const path = unique('searched');
  ({ id: group } = await post('/groups', { name: path, path }));
  const ids: number[] = [];
  for (const name of names) {
    await post('/groups', { name, path: `sub-${slug(name)}`, parent_id: group });
    const fields = { name, path: slug(name), namespace_id: group, initialize_with_readme: true };
    ids.push((await post('/projects', fields)).id);
  }
  [project = 0] = ids;
  const at = `/projects/${project}`;
  const users = await Promise.all(names.slice(1).map((name) => createUser({ name })));
  for (const { id } of users) await post(`${at}/members`, { user_id: id, access_level: 30 });
  for (const { api } of [owner, ...users]) await api.post(`${at}/star`);
  for (const id of ids) await owner.api.post(`/projects/${id}/star`);
  for (const name of names) {
    await post(`${at}/issues`, { title: name });
    await post(`${at}/milestones`, { title: name });
    await post(`${at}/labels`, { name, color: '#ff0000' });
    await post(`${at}/snippets`, { title: name, file_name: 'a', content: 'a', visibility: 'private' });
    await post(`/groups/${group}/epics`, { title: name });
    const actions = [{ action: 'create', file_path: slug(name), content: name }];
    const branch = slug(name);
    await post(`${at}/repository/commits`, { branch, start_branch: 'master', commit_message: name, actions });
    await post(`${at}/merge_requests`, { source_branch: branch, target_branch: 'master', title: name });
  }
});

/** Lists with a search, and the field with the name. */
const lists: [route: string, path: () => string, field: string][] = [
  ['GET /projects', () => '/projects?search', 'name'],
  ['GET /groups', () => '/groups?search', 'name'],
  ['GET /groups/:id/subgroups', () => `/groups/${group}/subgroups?search`, 'name'],
  ['GET /groups/:id/projects', () => `/groups/${group}/projects?search`, 'name'],
  ['GET /users/:id/starred_projects', () => `/users/${owner.id}/starred_projects?search`, 'name'],
  ['GET /namespaces', () => '/namespaces?search', 'name'],
  ['GET /projects/:id/users', () => `/projects/${project}/users?search`, 'name'],
  ['GET /projects/:id/members', () => `/projects/${project}/members/all?query`, 'name'],
  ['GET /projects/:id/starrers', () => `/projects/${project}/starrers?search`, 'user.name'],
  ['GET /issues', () => '/issues?scope=all&search', 'title'],
  ['GET /projects/:id/issues', () => `/projects/${project}/issues?search`, 'title'],
  ['GET /groups/:id/issues', () => `/groups/${group}/issues?search`, 'title'],
  ['GET /merge_requests', () => '/merge_requests?scope=all&search', 'title'],
  ['GET /projects/:id/merge_requests', () => `/projects/${project}/merge_requests?search`, 'title'],
  ['GET /groups/:id/merge_requests', () => `/groups/${group}/merge_requests?search`, 'title'],
  ['GET /projects/:id/milestones', () => `/projects/${project}/milestones?search`, 'title'],
  ['GET /projects/:id/labels', () => `/projects/${project}/labels?search`, 'name'],
  ['GET /groups/:id/epics', () => `/groups/${group}/epics?search`, 'title'],
  ['GET /search?scope=projects', () => '/search?scope=projects&search', 'name'],
  ['GET /search?scope=issues', () => '/search?scope=issues&search', 'title'],
  ['GET /search?scope=merge_requests', () => '/search?scope=merge_requests&search', 'title'],
  ['GET /search?scope=milestones', () => '/search?scope=milestones&search', 'title'],
  ['GET /search?scope=snippet_titles', () => '/search?scope=snippet_titles&search', 'title'],
  ['GET /search?scope=users', () => '/search?scope=users&search', 'name'],
  ['GET /groups/:id/search?scope=issues', () => `/groups/${group}/search?scope=issues&search`, 'title'],
  ['GET /projects/:id/search?scope=issues', () => `/projects/${project}/search?scope=issues&search`, 'title'],
];

async function find(path: string, text: string, field: string): Promise<string[]> {
  const { status, body } = await owner.api.get(`${path}=${encodeURIComponent(text)}`);
  expect([status, Array.isArray(body)]).toEqual([200, true]);
  const read = (item: Item): string =>
    field.split('.').reduce((value: unknown, key) => (value as Item)[key], item) as string;
  // A user and a group may have the same name.
  return [...new Set((body as Item[]).map(read))].sort();
}

describe.each(lists)('%s', (_route, path, field) => {
  it('finds what contains a quoted phrase', async () => {
    expect(await find(path(), `"${word} x"`, field)).toEqual([names[0], names[1]]);
  });

  it('combines phrases and words', async () => {
    expect(await find(path(), `x2 "${word} x"`, field)).toEqual([names[1]]);
    expect(await find(path(), `"${word} x" x3`, field)).toEqual([]);
    expect(await find(path(), `${word} x`, field)).toEqual([...names].sort());
  });
});
