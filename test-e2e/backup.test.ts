/**
 * A mesh is backed up while it is written to, and another one that begins with the backup answers
 * as the first did.
 */
import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { api, waitFor, unique, type ApiClient } from '@forgemesh/testing';
import { startMesh, startNats, type Mesh, type Nats } from '../tools/test/mesh.cjs';
import { cloneUrl, git, temporaryFolder } from './support/git';

const root = join(__dirname, '..');
const folder = temporaryFolder('backup');
const backup = join(folder, 'backup');
const passphraseFile = join(folder, 'passphrase');
const storageUri = process.env['FORGE_TEST_MONGODB_URI'] as string;
/** Both have one address, so that answers can be compared as they are. */
const externalUrl = 'http://forge.example.com';
const natsOf = new Map<string, Nats>();
const meshes: Mesh[] = [];

/** A mesh in a folder of its own. */
async function begin(name: string): Promise<Mesh> {
  const dataDir = join(folder, name);
  const options = { dataDir, storageUri, natsUrl: (await nats(name)).url, externalUrl };
  const started = await startMesh({ ...options, databasePrefix: prefixOf(name) });
  meshes.push(started);
  return started;
}

async function nats(name: string): Promise<Nats> {
  const server = natsOf.get(name) ?? (await startNats({ dataDir: join(folder, `${name}-nats`) }));
  natsOf.set(name, server);
  return server;
}

function prefixOf(name: string): string {
  return `${name}_${process.pid}`;
}

/** Runs a script; answers its exit code and what it says. */
async function script(name: string, args: string[], env: Record<string, string>): Promise<[number, string]> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  return promisify(execFile)(process.execPath, [join(root, 'tools', `${name}.ts`), ...args], options).then(
    ({ stdout }) => [0, stdout],
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => [code, stdout + stderr],
  );
}

async function restore(name: string, from = backup, ...more: string[]): Promise<[number, string]> {
  const env = { MONGODB_URI: storageUri, NATS_URL: (await nats(name)).url };
  const place = ['--data', join(folder, name), '--database-prefix', prefixOf(name)];
  return script('restore', ['--from', from, ...place, ...more], env);
}

const phrase = ['--secrets-passphrase-file', passphraseFile];

/** Every way in which the secrets of a data folder may be written down. */
function secretsOf(dataDir: string): Buffer[] {
  const texts = ['secret', 'root-token'].map((name) => readFileSync(join(dataDir, name), 'utf8').trim());
  const keys = readdirSync(join(dataDir, 'keys')).filter((name) => name.endsWith('.pem'));
  const privateKeys = keys.map((name) => createPrivateKey(readFileSync(join(dataDir, 'keys', name))));
  return [
    ...texts.map((text) => Buffer.from(text)),
    Buffer.from((texts[0] as string).replace('derive:', ''), 'hex'),
    Buffer.from((texts[0] as string).replace('derive:', '')),
    ...privateKeys.flatMap((key) => {
      const raw = Buffer.from(key.export({ format: 'jwk' }).d as string, 'base64url');
      const der = key.export({ format: 'der', type: 'pkcs8' });
      return [
        raw,
        Buffer.from(der.toString('base64')),
        Buffer.from(raw.toString('base64url')),
        Buffer.from(raw.toString('hex')),
      ];
    }),
  ];
}

/** Contents of all files below a folder, decompressed. */
function* contentsBelow(below: string): Generator<[string, Buffer]> {
  for (const entry of readdirSync(below, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const content = readFileSync(join(entry.parentPath, entry.name));
    yield [entry.name, content[0] === 0x1f && content[1] === 0x8b ? gunzipSync(content) : content];
  }
}

/** Makes something; throws where it is refused. */
async function make(as: ApiClient, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await as.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

function commitOf(branch: string, file: string, more: object = {}): object {
  return {
    ...{ branch, commit_message: `Add ${file}`, ...more },
    actions: [{ action: 'create', file_path: file, content: `${file}\n` }],
  };
}

describe('a backup', () => {
  let source: Mesh;
  let owner: ApiClient;
  let token: string;
  let project: number;
  let path: string;
  let upload: string;
  let busy: number;
  const before = new Map<string, unknown>();
  /** What is there when the backup begins, and nobody changes later. */
  let reads: string[];

  beforeAll(async () => {
    source = await begin('source');
    const admin = api(source.rootToken, source.url);
    const username = unique('owner');
    const fields = { username, name: 'The owner', email: `${username}@example.com`, password: 'a-long-password-1' };
    const user = await make(admin, '/users', { ...fields, skip_confirmation: true });
    const personal = { name: 'old', scopes: ['api'] };
    token = (await make(admin, `/users/${user['id']}/impersonation_tokens`, personal))['token'] as string;
    owner = api(token, source.url);
    busy = (await make(owner, '/projects', { name: unique('busy') }))['id'] as number;
    await make(owner, `/projects/${busy}/repository/commits`, commitOf('main', 'first'));
    await fill();
    // What comes of it in other services is there, too.
    await waitFor(
      () => admin.get('/admin/consumers?per_page=100'),
      ({ body: consumers }) => consumers.every(({ lag }: { lag: number }) => lag === 0),
    );
    for (const read of reads) before.set(read, await body(owner, read));
  });
  afterAll(async () => {
    for (const mesh of meshes) await mesh.stop();
    for (const server of natsOf.values()) await server.stop();
  });

  async function fill(): Promise<void> {
    const made = await make(owner, '/projects', { name: unique('kept'), description: 'What is kept' });
    [project, path] = [made['id'] as number, made['path_with_namespace'] as string];
    const base = `/projects/${project}`;
    await make(owner, `${base}/repository/commits`, commitOf('main', 'README.md'));
    for (const branch of ['merged', 'open']) {
      await make(owner, `${base}/repository/commits`, commitOf(branch, branch, { start_branch: 'main' }));
      const request = { source_branch: branch, target_branch: 'main', title: `The ${branch} one` };
      await make(owner, `${base}/merge_requests`, request);
    }
    await waitFor(
      () => owner.put(`${base}/merge_requests/1/merge`),
      ({ status }) => status === 200,
    );
    const form = new FormData();
    form.set('file', new Blob(['attached'.repeat(100_000)]), 'notes.txt');
    upload = (await owner.post(`${base}/uploads`, form)).body.url;
    await make(owner, `${base}/labels`, { name: 'bug', color: '#ff0000' });
    await make(owner, `${base}/issues`, { title: 'Kept', description: `[notes](${upload})`, labels: 'bug' });
    await make(owner, `${base}/issues/1/notes`, { body: 'A note' });
    await make(owner, `${base}/wikis`, { title: 'Home', content: 'Welcome' });
    await make(owner, `${base}/repository/tags`, { tag_name: 'v1', ref: 'main' });
    await make(owner, `${base}/variables`, { key: 'SECRET', value: 'sealed at rest' });
    await make(owner, '/snippets', { title: 'Snippet', file_name: 'a.txt', content: 'text', visibility: 'private' });
    reads = [
      ...[
        '',
        '/issues',
        '/issues/1/notes',
        '/merge_requests',
        '/merge_requests/1/commits',
        '/merge_requests/1/changes',
      ],
      ...['/merge_requests/2/changes', '/repository/commits', '/repository/branches', '/repository/tags', '/labels'],
      ...['/wikis/home', '/variables', '/members/all', '/protected_branches', '/repository/files/README.md?ref=main'],
    ].map((part) => base + part);
    reads.push('/user', '/snippets', '/namespaces');
    await waitFor(
      () => owner.get(`${base}/merge_requests/2`),
      ({ body: request }) => request.merge_status === 'can_be_merged',
    );
  }

  async function body(as: ApiClient, read: string): Promise<unknown> {
    const { status, body: answer } = await as.get(read);
    return { status, answer };
  }

  /**
   * Projects, issues, merge requests that are merged, and names that are left and taken again,
   * until told to stop.
   */
  async function write(isOver: () => boolean, made: number[]): Promise<void> {
    for (let round = 0; !isOver(); round++) {
      const [name, branch] = [unique('p'), unique('b')];
      const { id } = await make(owner, '/projects', { name });
      made.push(id as number);
      await make(owner, `/projects/${id}/repository/commits`, commitOf('main', 'a'));
      await make(owner, `/projects/${id}/issues`, { title: name });
      await make(owner, `/projects/${id}/labels`, { name: 'taken', color: '#ff0000' });
      await owner.put(`/projects/${id}/labels/taken`, { new_name: 'left' });
      await make(owner, `/projects/${id}/labels`, { name: 'taken', color: '#00ff00' });
      await make(owner, `/projects/${busy}/repository/commits`, commitOf(branch, branch, { start_branch: 'main' }));
      const request = { source_branch: branch, target_branch: 'main', title: branch };
      const { iid } = await make(owner, `/projects/${busy}/merge_requests`, request);
      // Two that merge at once may refuse one another.
      await owner.put(`/projects/${busy}/merge_requests/${iid}/merge`);
    }
  }

  it('is made while the mesh is written to', async () => {
    const made: number[] = [];
    let isOver = false;
    const writers = Promise.all([1, 2].map(() => write(() => isOver, made)));
    try {
      await waitFor(
        async () => made.length,
        (count) => count >= 4,
      );
      writeFileSync(passphraseFile, 'correct horse battery staple\n');
      const [code, said] = await script('backup', ['--to', backup, '--data', join(folder, 'source'), ...phrase], {});
      expect([code, said]).toEqual([0, expect.stringMatching(/\d+ documents, \d+ repositories and \d+ events/)]);
      expect(said).toContain(`The secrets are in ${backup}.secrets.tar.age`);
    } finally {
      isOver = true;
      await writers;
    }
    expect(readdirSync(backup).sort()).toEqual(['databases', 'events', 'manifest.json', 'repositories']);
    const [again, why] = await script('backup', ['--to', backup, '--data', join(folder, 'source')], {});
    expect([again, why]).toEqual([1, expect.stringContaining('is not empty: give each backup a folder of its own')]);
  });

  it('holds no secret among its data', () => {
    const secrets = secretsOf(join(folder, 'source'));
    expect(secrets.length).toBeGreaterThan(10);
    let files = 0;
    for (const [name, content] of contentsBelow(backup)) {
      files++;
      expect([name, secrets.findIndex((secret) => content.includes(secret))]).toEqual([name, -1]);
    }
    expect(files).toBeGreaterThan(10);
    // The search finds what is there.
    const own = [...contentsBelow(join(folder, 'source', 'keys'))];
    expect(own.some(([, content]) => secrets.some((secret) => content.includes(secret)))).toBe(true);
    expect(statSync(`${backup}.secrets.tar.age`).mode & 0o777).toBe(0o600);
  });

  it('is refused without its secrets or with another passphrase', async () => {
    expect(await restore('refused')).toEqual([
      1,
      expect.stringContaining('is encrypted: name a file with its passphrase'),
    ]);
    const wrong = join(folder, 'wrong');
    writeFileSync(wrong, 'another one');
    expect(await restore('refused', backup, '--secrets-passphrase-file', wrong)).toEqual([
      1,
      expect.stringMatching(/The passphrase of the secrets file .* is wrong/),
    ]);
    const apart = join(folder, 'apart.age');
    renameSync(`${backup}.secrets.tar.age`, apart);
    try {
      expect(await restore('refused')).toEqual([1, expect.stringContaining('backup.secrets.tar.age is not beside')]);
      mkdirSync(join(folder, 'refused'));
      writeFileSync(join(folder, 'refused/secret'), 'ab'.repeat(32));
      expect(await restore('refused')).toEqual([1, expect.stringContaining('is not that of the backup')]);
    } finally {
      renameSync(apart, `${backup}.secrets.tar.age`);
    }
    expect(readdirSync(join(folder, 'refused'))).toEqual(['secret']);
  });

  it('is refused by a mesh that was started, and by a folder that holds other things', async () => {
    const onSource = await script('restore', ['--from', backup, '--data', join(folder, 'source')], {});
    expect(onSource).toEqual([
      1,
      expect.stringContaining('restored into an empty mesh only, one that was never started'),
    ]);
    const env = { MONGODB_URI: storageUri, NATS_URL: (await nats('target')).url };
    const used = ['--data', join(folder, 'used'), '--database-prefix', prefixOf('source')];
    const onDatabases = await script('restore', ['--from', backup, ...used, ...phrase], env);
    expect(onDatabases).toEqual([1, expect.stringMatching(/The database source_\w+ holds documents: a backup/)]);
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other/letter.txt'), 'Dear reader');
    const onOther = await script('restore', ['--from', backup, '--data', join(folder, 'other'), ...phrase], env);
    expect(onOther).toEqual([1, expect.stringContaining('holds other files and is no Forgemesh data folder')]);
    const fromNothing = await script('restore', ['--from', join(folder, 'other')], env);
    expect(fromNothing).toEqual([1, expect.stringContaining('There is no backup in')]);
    const noMesh = await script('backup', ['--to', join(folder, 'new'), '--data', join(folder, 'other')], {});
    expect(noMesh).toEqual([1, expect.stringContaining('There is no mesh in')]);
  });

  describe('in another mesh', () => {
    let target: Mesh;
    let there: ApiClient;

    beforeAll(async () => {
      const [code, said] = await restore('target', backup, ...phrase);
      expect([code, said]).toEqual([0, expect.stringContaining('The mesh can be started.')]);
      target = await begin('target');
      there = api(token, target.url);
    });

    it('lets the same tokens in', async () => {
      expect(target.rootToken).toBe(source.rootToken);
      expect((await api(target.rootToken, target.url).get('/user')).body).toMatchObject({ username: 'root', id: 1 });
      expect((await there.get('/user')).status).toBe(200);
    });

    it('answers as before', async () => {
      for (const read of reads) {
        const answer = await waitFor(
          () => body(there, read),
          (found) => JSON.stringify(found) === JSON.stringify(before.get(read)),
        ).catch(() => body(there, read));
        expect({ read, ...(answer as object) }).toEqual({ read, ...(before.get(read) as object) });
      }
      const files = await Promise.all(
        [source, target].map(async ({ url }) => {
          const response = await fetch(`${url}/${path}${upload}`, { headers: { 'PRIVATE-TOKEN': token } });
          return [response.status, await response.text()];
        }),
      );
      expect(files[1]).toEqual([200, 'attached'.repeat(100_000)]);
      expect(files[1]).toEqual(files[0]);
    });

    it('has the same repositories', async () => {
      for (const repository of [path, `${path}.wiki`]) {
        const refs = await Promise.all(
          [source, target].map(async ({ url }, at) => {
            const clone = `${repository.replaceAll('/', '-')}-${at}`;
            await git(folder, 'clone', '--quiet', '--mirror', cloneUrl(url, repository, token), clone);
            await git(join(folder, clone), 'fsck', '--full', '--strict');
            return git(join(folder, clone), 'show-ref');
          }),
        );
        expect(refs[1]).toBe(refs[0]);
        expect(refs[0]).toContain('refs/heads/');
      }
    });

    it('holds every commit that its database names, of what was written meanwhile too', async () => {
      const merged = await there.get(`/projects/${busy}/merge_requests?state=merged&per_page=100`);
      expect(merged.body.length).toBeGreaterThan(0);
      for (const { sha, merge_commit_sha: commit } of merged.body) {
        for (const id of [sha, commit])
          expect([id, (await there.get(`/projects/${busy}/repository/commits/${id}`)).status]).toEqual([id, 200]);
      }
      const { body: projects } = await there.get('/projects?owned=true&per_page=100');
      expect(projects.length).toBeGreaterThanOrEqual(4);
      for (const { id } of projects) {
        for (const part of ['', '/issues', '/labels', '/merge_requests', '/repository/branches'])
          expect([id, part, (await there.get(`/projects/${id}${part}`)).status]).toEqual([id, part, 200]);
        const labels = ((await there.get(`/projects/${id}/labels`)).body as { name: string }[]).map(({ name }) => name);
        expect(new Set(labels).size).toBe(labels.length);
      }
    });

    it('goes on: new ids are new, and writes, pushes and merges work', async () => {
      const issue = await make(there, `/projects/${project}/issues`, { title: 'New' });
      expect(issue['iid']).toBe(2);
      const known = ((await there.get('/projects?per_page=100')).body as { id: number }[]).map(({ id }) => id);
      for (let round = 0; round < 5; round++) {
        const { id, default_branch: branch } = await make(there, '/projects', { name: unique('new') });
        expect(known).not.toContain(id);
        expect(branch).toBeNull();
        for (const part of ['issues', 'merge_requests', 'labels', 'repository/tree'])
          expect([part, (await there.get(`/projects/${id}/${part}`)).body]).toEqual(
            part === 'repository/tree' ? [part, expect.objectContaining({ message: expect.any(String) })] : [part, []],
          );
      }
      const merged = await there.put(`/projects/${project}/merge_requests/2/merge`);
      expect([merged.status, merged.body.state]).toEqual([200, 'merged']);
      await git(folder, 'clone', '--quiet', cloneUrl(target.url, path, token), 'work');
      const work = join(folder, 'work');
      writeFileSync(join(work, 'new.txt'), 'new');
      await git(work, 'add', '.');
      await git(work, 'commit', '--quiet', '-m', 'New');
      await git(work, 'push', '--quiet', 'origin', 'main');
      const head = await git(work, 'rev-parse', 'HEAD');
      expect((await there.get(`/projects/${project}/repository/commits/main`)).body.id).toBe(head);
    });

    it('handles the events of that time, and none of them fails for good', async () => {
      const admin = api(target.rootToken, target.url);
      const { body: consumers } = await waitFor(
        () => admin.get('/admin/consumers?per_page=100'),
        ({ body: all }) => all.every(({ lag }: { lag: number }) => lag === 0),
      );
      expect(consumers.length).toBeGreaterThan(0);
      expect((await admin.get('/admin/dead_letters')).body).toEqual([]);
    });
  });

  it('is not restored where a file of it was changed', async () => {
    const [name] = readdirSync(join(backup, 'databases/projects'));
    appendFileSync(join(backup, 'databases/projects', String(name)), 'x');
    const damaged = await restore('third', backup, ...phrase);
    expect(damaged).toEqual([1, expect.stringContaining(`databases/projects/${name} is not what was written`)]);
  });
});
