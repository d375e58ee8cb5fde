/** Published attacks with values that git interprets as options, commands or transports. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createUser,
  unique,
  commitFile,
  createProjectWithReadme,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { git, temporaryFolder } from '../support/git';
import { addKey, createKey, withKey } from '../support/ssh';

/** Folder in which payloads create their file. The path contains no special shell characters. */
const folder = mkdtempSync(join(tmpdir(), 'payloads'));
const marker = join(folder, 'marker');

let owner: TestUser;
let project: TestProject;
let repository: string;
beforeAll(async () => {
  owner = await createUser();
  project = await createProjectWithReadme(owner.api);
  repository = `/projects/${project.id}/repository`;
});
afterEach(() => expect(readdirSync(folder)).toEqual([]));

describe('CVE-2019-14944: parameter values are not git options', () => {
  const payloads = [
    `--output=${marker}`,
    `-o${marker}`,
    `--open-files-in-pager=touch ${marker}`,
    `-Otouch ${marker}`,
    `--upload-pack=touch ${marker}`,
    `--exec=touch ${marker}`,
    `--ext-diff`,
    `--no-index`,
  ];
  const routes: [string, (value: string) => string][] = [
    ['commits?ref_name', (value) => `commits?ref_name=${value}`],
    ['commits?path', (value) => `commits?path=${value}`],
    ['commits/:sha', (value) => `commits/${value}`],
    ['commits/:sha/diff', (value) => `commits/${value}/diff`],
    ['commits/:sha/refs', (value) => `commits/${value}/refs`],
    ['tree?ref', (value) => `tree?ref=${value}`],
    ['tree?path', (value) => `tree?path=${value}`],
    ['files/:file_path', (value) => `files/${value}?ref=${project.default_branch}`],
    ['files/:file_path?ref', (value) => `files/README.md?ref=${value}`],
    ['files/:file_path/raw?ref', (value) => `files/README.md/raw?ref=${value}`],
    ['files/:file_path/blame?ref', (value) => `files/README.md/blame?ref=${value}`],
    ['compare?from', (value) => `compare?from=${value}&to=${project.default_branch}`],
    ['compare?to', (value) => `compare?from=${project.default_branch}&to=${value}`],
    ['merge_base?refs', (value) => `merge_base?refs[]=${project.default_branch}&refs[]=${value}`],
    ['blobs/:sha', (value) => `blobs/${value}`],
    ['archive?sha', (value) => `archive?sha=${value}`],
    ['changelog?from', (value) => `changelog?version=1.0.0&from=${value}&to=${project.default_branch}`],
    ['changelog?to', (value) => `changelog?version=1.0.0&to=${value}`],
  ];

  it.each(routes)('%s', async (_name, pathOf) => {
    for (const payload of payloads) {
      const { status, body } = await owner.api.get(`${repository}/${pathOf(encodeURIComponent(payload))}`);
      const isNothing = status === 200 && Array.isArray(body) && body.length === 0;
      expect([payload, isNothing || [400, 404, 422].includes(status)]).toEqual([payload, true]);
      expect(existsSync(marker)).toBe(false);
    }
  });

  it('writes', async () => {
    for (const payload of payloads) {
      const responses = [
        await owner.api.post(`${repository}/branches`, { branch: payload, ref: project.default_branch }),
        await owner.api.post(`${repository}/branches`, { branch: unique('branch'), ref: payload }),
        await owner.api.post(`${repository}/tags`, { tag_name: payload, ref: project.default_branch }),
        await owner.api.post(`${repository}/tags`, { tag_name: unique('tag'), ref: payload }),
        await owner.api.post(`${repository}/commits/${encodeURIComponent(payload)}/revert`, { branch: 'x' }),
        await owner.api.post(`${repository}/commits/${encodeURIComponent(payload)}/cherry_pick`, { branch: 'x' }),
      ];
      expect(responses.map(({ status }) => status).every((status) => status === 400 || status === 404)).toBe(true);
    }
    expect((await owner.api.get(`${repository}/branches`)).body).toHaveLength(1);
    expect((await owner.api.get(`${repository}/tags`)).body).toEqual([]);
  });

  it('finds the text of an option', async () => {
    for (const payload of payloads) {
      const path = `${unique('found')}.txt`;
      await commitFile(owner.api, `/projects/${project.id}`, {
        path,
        content: `a line with ${payload} inside`,
        branch: project.default_branch,
      });
      const query = `scope=blobs&search=${encodeURIComponent(payload)}`;
      const { status, body } = await owner.api.get(`/projects/${project.id}/search?${query}`);
      expect([payload, status]).toEqual([payload, 200]);
      expect(body).toContainEqual(expect.objectContaining({ path }));
      const byRef = await owner.api.get(
        `/projects/${project.id}/search?scope=blobs&search=line&ref=${encodeURIComponent(payload)}`,
      );
      expect([200, 400, 404]).toContain(byRef.status);
      if (byRef.status === 200) expect(byRef.body).toEqual([]);
    }
  });

  it('commits files whose names are options, and reads them', async () => {
    const path = '--output=name';
    const id = await commitFile(owner.api, `/projects/${project.id}`, {
      path,
      content: 'kept',
      branch: project.default_branch,
    });
    const name = encodeURIComponent(path);
    const raw = await owner.api.get(`${repository}/files/${name}/raw?ref=${project.default_branch}`);
    expect([raw.status, raw.body]).toEqual([200, 'kept']);
    const { body: blame } = await owner.api.get(`${repository}/files/${name}/blame?ref=${project.default_branch}`);
    expect(blame).toMatchObject([{ commit: { id }, lines: ['kept'] }]);
    const { body: commits } = await owner.api.get(`${repository}/commits?path=${name}`);
    expect(commits).toMatchObject([{ id }]);
  });
});

describe('CVE-2022-36804: archive parameters add no arguments to git archive', () => {
  const payload = `--exec=touch ${marker};--remote=.;`;

  it.each([
    ['sha with NUL', `archive?sha=main%00${encodeURIComponent(`--exec=touch ${marker}`)}%00--remote=.`],
    ['sha with a line feed', `archive?sha=main%0A${encodeURIComponent(payload)}`],
    ['sha as a list', `archive?sha[]=main&sha[]=${encodeURIComponent(payload)}`],
    ['format', `archive.tar.gz%00${encodeURIComponent(payload)}`],
  ])('%s', async (_name, path) => {
    const { status } = await owner.api.get(`${repository}/${path}`);
    expect([400, 404]).toContain(status);
  });

  it('unknown parameters change nothing', async () => {
    const plain = await owner.api.get(`${repository}/archive.zip`);
    expect(plain.status).toBe(200);
    for (const name of ['prefix', 'exec', 'remote', 'output', 'o', 'add-file', 'at', 'filename']) {
      const value = encodeURIComponent(`x\0--exec=touch ${marker}`);
      for (const query of [`${name}=${encodeURIComponent(payload)}`, `${name}=${value}`]) {
        const response = await owner.api.get(`${repository}/archive.zip?${query}`);
        const disposition = [response, plain].map(({ headers }) => headers.get('content-disposition'));
        if (response.status === 200) expect(disposition[0]).toBe(disposition[1]);
        else expect(response.status).toBe(400);
      }
    }
  });
});

describe('CVE-2024-39930: environment variables of an SSH session are ignored', () => {
  /** An upload-pack hook from the environment that creates the marker file. */
  const hook = (file: string): Record<string, string> => ({
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'uploadpack.packObjectsHook',
    GIT_CONFIG_VALUE_0: `touch ${file}; exec`,
  });
  const attacks: [string, Record<string, string>][] = [
    ['--split-string', { '--split-string': `touch ${marker}` }],
    ['GIT_CONFIG_*', hook(marker)],
    ['GIT_CONFIG_PARAMETERS', { GIT_CONFIG_PARAMETERS: `'uploadpack.packObjectsHook'='touch ${marker}; exec'` }],
    ['GIT_TRACE', { GIT_TRACE: marker, GIT_TRACE2: marker, GIT_TRACE_PACKET: marker }],
    ['GIT_PROTOCOL', { GIT_PROTOCOL: `version=2:$(touch ${marker})` }],
    ['GIT_EXEC_PATH', { GIT_EXEC_PATH: folder, LD_PRELOAD: marker, BASH_ENV: marker, NODE_OPTIONS: `-r ${marker}` }],
  ];
  const keys = temporaryFolder('advisories');
  let key: Awaited<ReturnType<typeof createKey>>;
  beforeAll(async () => {
    key = await createKey(keys);
    await addKey(owner, key);
  });

  it('the payload works in the environment of upload-pack', async () => {
    const work = temporaryFolder('advisories');
    const file = join(work, 'marker');
    await git(work, 'init', '-q', 'source');
    await git(join(work, 'source'), 'commit', '-q', '--allow-empty', '-m', 'One');
    const variables = Object.entries(hook(file)).map(([name, value]) => `'${name}=${value}'`);
    const program = `env ${variables.join(' ')} git-upload-pack`;
    await git(work, 'clone', '-q', '--no-local', '-u', program, 'source', 'target');
    expect(existsSync(file)).toBe(true);
  });

  it.each(attacks)('%s', async (_name, variables) => {
    // Quoted for the shell in which git starts ssh, and for the ssh configuration.
    const pairs = Object.entries(variables).map(([name, value]) => `"${name}=${value}"`);
    const option = `'SetEnv=${pairs.join(' ').replaceAll("'", `'\\''`)}'`;
    const target = join(keys, unique('clone'));
    await git(keys, ...withKey(key, '-o', option), 'clone', '-q', project['ssh_url_to_repo'] as string, target);
    expect(readdirSync(target)).toContain('README.md');
  });
});

describe('CVE-2022-25912: repository addresses are http or https', () => {
  const source = temporaryFolder('advisories');
  const addresses = [
    `ext::sh -c touch% ${marker}`,
    `ext::touch ${marker}`,
    `fd::17/${folder}`,
    `file://${source}`,
    source,
    `--upload-pack=touch ${marker}`,
    `-u touch ${marker}`,
    `ssh://-oProxyCommand=touch%20${marker}/a`,
    `git://127.0.0.1/a.git`,
    `http::ext::sh -c touch% ${marker}`,
  ];

  it('the payload works if git allows the transport', async () => {
    const file = join(source, 'marker');
    const clone = git(source, '-c', 'protocol.ext.allow=always', 'clone', `ext::sh -c touch% ${file}`, 'x');
    await expect(clone).rejects.toThrow();
    expect(existsSync(file)).toBe(true);
  });

  it.each(addresses)('%s', async (address) => {
    const path = unique('import');
    const responses = [
      await owner.api.post('/projects', { path, import_url: address }),
      await owner.api.post('/projects', { path, import_url: address, mirror: true }),
      await owner.api.put(`/projects/${project.id}`, { import_url: address }),
      await owner.api.post(`/projects/${project.id}/remote_mirrors`, { url: address, enabled: true }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await owner.api.get(`/projects/${owner.username}%2F${path}`)).status).toBe(404);
    expect((await owner.api.get(`/projects/${project.id}/remote_mirrors`)).body).toEqual([]);
  });
});
