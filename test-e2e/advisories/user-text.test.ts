/** Published attacks with user texts that look like paths. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUser, unique, create, createGroup, createProjectWithReadme, type TestUser } from '@forgemesh/testing';
import { download, upload } from '../support/uploads';
import { temporaryFolder } from '../support/git';
import { getRaw } from '../support/raw-request';

/** A file of the server whose content no response may contain. */
const content = unique('of-the-server');
const file = join(temporaryFolder('advisories'), 'file');
const up = '../'.repeat(12);
let user: TestUser;
beforeAll(async () => {
  writeFileSync(file, content);
  user = await createUser();
});

it('CVE-2020-10977: a moved issue copies its attached files, and no other file', async () => {
  const [from, to] = await Promise.all([createProjectWithReadme(user.api), createProjectWithReadme(user.api)]);
  const victim = await createUser();
  const foreign = await upload(victim.api, await createProjectWithReadme(victim.api), 'secret.txt', content);
  const own = await upload(user.api, from, 'own.txt', 'attached');
  const secret = 'a'.repeat(32);
  const links = [
    `/uploads/${secret}/${up}${file}`,
    `/uploads/${secret}/..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2f${encodeURIComponent(file)}`,
    `/uploads/${up}${file}`,
    `/uploads/${secret}/${file}`,
    `/uploads/${secret}/\\..\\..\\..\\..\\${file}`,
    foreign['url'] as string,
  ];
  const description = [own['url'], ...links].map((link) => `![a](${link})`).join('\n\n');
  const issue = await create(user.api, `/projects/${from.id}/issues`, { title: 'Moved', description });
  await create(user.api, `/projects/${from.id}/issues/${issue['iid']}/notes`, { body: description });
  const moved = await create(user.api, `/projects/${from.id}/issues/${issue['iid']}/move`, { to_project_id: to.id });
  const { body: notes } = await user.api.get(`/projects/${to.id}/issues/${moved['iid']}/notes?sort=asc`);
  for (const text of [moved['description'] as string, notes[0].body as string]) {
    const urls = [...text.matchAll(/!\[a\]\((.*?)\)/g)].map(([, url = '']) => url);
    expect(urls).toHaveLength(1 + links.length);
    // The file of the issue is copied under a new secret.
    expect(urls[0]).not.toBe(own['url']);
    expect(await download(`/${to.path_with_namespace}${urls[0]}`, user.token)).toEqual({
      status: 200,
      text: 'attached',
    });
    for (const url of urls.slice(1)) {
      for (const path of [url, `/${to.path_with_namespace}${url}`]) {
        const response = await getRaw(path, user.token);
        expect(response.status).not.toBe(200);
        expect(response.text).not.toContain(content);
      }
    }
  }
});

it('CVE-2023-2825: the path of an attached file cannot reach another file', async () => {
  // A project five groups deep: the `..` steps in its path leave the upload folder.
  let group = await createGroup(user.api, { visibility: 'public' });
  for (let depth = 1; depth < 5; depth++)
    group = await createGroup(user.api, { visibility: 'public', parent_id: group.id });
  const project = await createProjectWithReadme(user.api, { namespace_id: group.id, visibility: 'public' });
  const { full_path: path } = await upload(user.api, project, 'file', 'attached');
  expect((await getRaw(path as string)).status).toBe(200);
  const base = (path as string).replace(/\/file$/, '');
  const encodings = ['../', '..%2f', '%2e%2e%2f', '%2e%2e/', '..%252f', '..\\', '..%5c', '%c0%ae%c0%ae%2f', './../'];
  for (const step of encodings) {
    for (const target of [file, encodeURIComponent(file), file.slice(1), '/etc/passwd'])
      for (const attack of [`${base}/${step.repeat(12)}${target}`, `${base}//${step.repeat(12)}/${target}`]) {
        const response = await getRaw(attack);
        expect([attack, [400, 404].includes(response.status)]).toEqual([attack, true]);
        expect(response.text).not.toContain(content);
        expect(response.text).not.toContain('root:');
      }
  }
  for (const attack of [`${base}/file%00.png`, `${base}/file/`, `${base}/`, `${base}/file/..`])
    expect([400, 404]).toContain((await getRaw(attack)).status);
  // Other routes that serve files by a name in the request.
  for (const attack of [
    `/uploads/-/system/user/avatar/${user.id}/${up}${file}`,
    `/uploads/-/system/user/avatar/..%2f..%2f..%2f/${encodeURIComponent(file)}`,
    `/-/docs/${up}${file}`,
    `/-/docs/..%2f..%2f..%2f${encodeURIComponent(file)}`,
    `/-/console/${up}${file}`,
    `/api/v4/templates/licenses/..%2f..%2f..%2f..%2f${encodeURIComponent(file)}`,
    `/api/v4/templates/gitignores/..%2f..%2f..%2f..%2fpackage`,
    `/api/v4/projects/${project.id}/wikis/..%2f..%2f..%2f..%2f${encodeURIComponent(file)}`,
    `/api/v4/projects/${project.id}/repository/files/..%2f..%2f..%2f..%2f${encodeURIComponent(file)}/raw?ref=HEAD`,
    `/api/v4/projects/${project.id}/repository/files/.git%2fconfig/raw?ref=HEAD`,
  ]) {
    const response = await getRaw(attack, user.token);
    expect([attack, [400, 404].includes(response.status)]).toEqual([attack, true]);
    expect(response.text).not.toContain(content);
  }
});
