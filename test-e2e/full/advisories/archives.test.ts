/** Published attacks with import archives, on files of the server and on other projects. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createUser,
  unique,
  create,
  createProjectWithReadme,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { importArchive, waitForImport, createArchive, type Entry } from '../../support/archives';
import { download, upload } from '../../support/uploads';
import { temporaryFolder } from '../../support/git';

const secret = 'd'.repeat(32);
const version: Entry = { name: 'VERSION', content: '0.2.4' };
const tree = (fields: object = {}): Entry => ({ name: 'project.json', content: JSON.stringify(fields) });

let attacker: TestUser;
beforeAll(async () => {
  attacker = await createUser();
});

async function bring(entries: readonly Entry[]): Promise<ApiResponse> {
  const started = await importArchive(attacker.api, await createArchive(entries), { path: unique('import') });
  expect(started.status).toBe(201);
  return waitForImport(attacker.api, started.body.id as number);
}

const finished = { import_status: 'finished' };

describe('CVE-2016-9086: symbolic links in an import archive are not followed', () => {
  const content = unique('content-of-a-file-of-the-server');
  let target: string;
  beforeAll(() => {
    target = join(temporaryFolder('advisories'), 'file');
    writeFileSync(target, content);
  });

  const upload: Entry = { name: `uploads/${secret}/file.txt`, content: 'attached' };
  const entries = { VERSION: version, 'project.json': tree(), [upload.name]: upload };

  it('imports the archive without links', async () => {
    expect((await bring(Object.values(entries))).body).toMatchObject(finished);
  });

  it.each(['symlink', 'link'] as const)(
    'refuses each entry as a %s, and reveals nothing about its target',
    async (type) => {
      const attacks = Object.keys(entries).map((name) => ({ ...entries, [name]: { name, type, linkname: target } }));
      for (const attack of attacks) {
        const { body } = await bring(Object.values(attack));
        expect(body).toMatchObject({
          import_status: 'failed',
          import_error: expect.stringContaining('neither a file nor a folder'),
        });
        expect(JSON.stringify(body)).not.toContain(content);
        expect((await attacker.api.get(`/projects/${body.id}`)).status).toBe(404);
      }
    },
  );
});

describe('CVE-2018-14364: an import archive writes no file outside its folder', () => {
  const outside = temporaryFolder('advisories');
  const up = '../'.repeat(12);
  const attacks: [string, Entry[]][] = [
    [
      'a file below a link of the archive',
      [
        { name: `uploads/${secret}`, type: 'symlink', linkname: outside },
        { name: `uploads/${secret}/through-link`, content: 'x' },
      ],
    ],
    [
      'a file that replaces a link of the same name',
      [
        { name: `uploads/${secret}/twice`, type: 'symlink', linkname: join(outside, 'twice') },
        { name: `uploads/${secret}/twice`, content: 'x' },
      ],
    ],
    ['a path that leads upwards', [{ name: `uploads/${secret}/${up}${outside}/upwards`, content: 'x' }]],
    ['an absolute path', [{ name: join(outside, 'absolute'), content: 'x' }]],
    ['a path with a backslash', [{ name: `uploads/${secret}/..\\..\\${outside}\\backslash`, content: 'x' }]],
  ];

  it('extracts a file whose path stays inside', async () => {
    const { body } = await bring([version, tree(), { name: `uploads/${secret}/inside`, content: 'x' }]);
    expect(body).toMatchObject(finished);
    const { body: project } = await attacker.api.get(`/projects/${body.id}`);
    const kept = await download(`/${project.path_with_namespace}/uploads/${secret}/inside`, attacker.token);
    expect(kept).toEqual({ status: 200, text: 'x' });
  });

  it.each(attacks)('refuses %s', async (_name, entries) => {
    const { body } = await bring([version, tree(), ...entries]);
    expect(body).toMatchObject({ import_status: 'failed' });
    expect(readdirSync(outside)).toEqual([]);
    expect(existsSync(`${outside}\\backslash`)).toBe(false);
    expect((await attacker.api.get(`/projects/${body.id}`)).status).toBe(404);
  });
});

it('CVE-2019-5469: ids and names in an import archive change nothing of another project', async () => {
  const victim = await createUser();
  const project = await createProjectWithReadme(victim.api);
  const path = `/projects/${project.id}`;
  const file = await upload(victim.api, project, 'plan.txt', 'of the victim');
  const [issue, label, milestone] = [
    await create(victim.api, `${path}/issues`, { title: 'Of the victim' }),
    await create(victim.api, `${path}/labels`, { name: 'of the victim', color: '#112233' }),
    await create(victim.api, `${path}/milestones`, { title: 'Of the victim' }),
  ];
  const read = async () => ({
    issues: (await victim.api.get(`${path}/issues`)).body,
    labels: (await victim.api.get(`${path}/labels`)).body,
    milestones: (await victim.api.get(`${path}/milestones`)).body,
    members: (await victim.api.get(`${path}/members`)).body,
    file: await download(file['full_path'], victim.token),
  });
  const before = await read();

  const [, , of] = (file['url'] as string).split('/') as [string, string, string];
  const owned = { project_id: project.id, created_at: '2020-01-02T03:04:05.000Z' };
  const person = { user_id: victim.id, author_id: victim.id, updated_by_id: victim.id };
  const { body } = await bring([
    version,
    { name: `uploads/${of}/plan.txt`, content: 'of the attacker' },
    tree({
      id: project.id,
      namespace_id: project['namespace'].id,
      creator_id: victim.id,
      uploads: [{ id: 1, model_id: project.id, model_type: 'Project', secret: of, path: `${of}/plan.txt` }],
      issues: [
        { id: issue.id, iid: issue['iid'], title: 'Of the attacker', milestone_id: milestone.id, ...person, ...owned },
      ],
      labels: [{ id: label.id, title: 'of the victim', color: '#ff0000', type: 'ProjectLabel', ...owned }],
      milestones: [{ id: milestone.id, iid: milestone['iid'], title: 'Of the attacker', ...owned }],
      project_members: [{ id: 1, access_level: 50, source_id: project.id, user_id: attacker.id, ...owned }],
    }),
  ]);
  expect(body).toMatchObject(finished);
  expect(body.id).not.toBe(project.id);

  expect(await read()).toEqual(before);
  expect((await attacker.api.get(path)).status).toBe(404);
  const { body: imported } = await attacker.api.get(`/projects/${body.id}`);
  expect(imported).toMatchObject({ namespace: { path: attacker.username }, creator_id: attacker.id });
  const { body: issues } = await attacker.api.get(`/projects/${body.id}/issues`);
  expect(issues).toMatchObject([{ title: 'Of the attacker', author: { id: attacker.id }, project_id: body.id }]);
  expect(issues[0].id).not.toBe(issue.id);
  const own = await download(`/${imported.path_with_namespace}${file['url']}`, attacker.token);
  expect(own).toEqual({ status: 200, text: 'of the attacker' });
});
