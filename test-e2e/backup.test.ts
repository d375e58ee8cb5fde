/**
 * A mesh is backed up during writes, and another mesh restored from the backup returns the same
 * responses.
 */
import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { api, waitFor, unique, type ApiClient } from '@forgemesh/testing';
import mongoose from 'mongoose';
import { startMesh, startNats, type Mesh, type Nats } from '../scripts/test/mesh.cjs';
import { describeInFullRun, itInFullRun } from './support/full-run';
import { cloneUrl, git, temporaryFolder } from './support/git';

const root = join(__dirname, '..');
const folder = temporaryFolder('backup');
const backup = join(folder, 'backup');
const passphraseFile = join(folder, 'passphrase');
const storageUri = process.env['FORGE_TEST_MONGODB_URI'] as string;
/** Both meshes have one external URL, so that responses are comparable. */
const externalUrl = 'http://forge.example.com';
const natsOf = new Map<string, Nats>();
const meshes: Mesh[] = [];

/** Starts a mesh in its own folder. */
async function begin(name: string): Promise<Mesh> {
  const dataDir = join(folder, name);
  const options = { dataDir, storageUri, natsUrl: (await nats(name)).url, externalUrl };
  const started = await startMesh({ ...options, databasePrefix: prefixOf(name), processes: 'single' });
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

/** Runs a script; returns its exit code and output. */
async function script(name: string, args: string[], env: Record<string, string>): Promise<[number, string]> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  return promisify(execFile)(process.execPath, [join(root, 'scripts/commands', `${name}.ts`), ...args], options).then(
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

/** All encodings in which the secrets of a data folder may appear. */
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

/** Creates an entity; throws if the request is refused. */
async function createEntity(as: ApiClient, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await as.post(path, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

function commitOf(branch: string, file: string, more: object = {}): object {
  return {
    branch,
    commit_message: `Add ${file}`,
    ...more,
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
  /** Responses that are available when the backup starts and do not change later. */
  let reads: string[];

  beforeAll(async () => {
    source = await begin('source');
    const admin = api(source.rootToken, source.url);
    const username = unique('owner');
    const fields = { username, name: 'The owner', email: `${username}@example.com`, password: 'a-long-password-1' };
    const user = await createEntity(admin, '/users', { ...fields, skip_confirmation: true });
    const personal = { name: 'old', scopes: ['api'] };
    token = (await createEntity(admin, `/users/${user['id']}/impersonation_tokens`, personal))['token'] as string;
    owner = api(token, source.url);
    busy = (await createEntity(owner, '/projects', { name: unique('busy') }))['id'] as number;
    await createEntity(owner, `/projects/${busy}/repository/commits`, commitOf('main', 'first'));
    await fill();
    // Waits for the effects in other services.
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
    const made = await createEntity(owner, '/projects', { name: unique('kept'), description: 'What is kept' });
    [project, path] = [made['id'] as number, made['path_with_namespace'] as string];
    const base = `/projects/${project}`;
    await createEntity(owner, `${base}/repository/commits`, commitOf('main', 'README.md'));
    for (const branch of ['merged', 'open']) {
      await createEntity(owner, `${base}/repository/commits`, commitOf(branch, branch, { start_branch: 'main' }));
      const request = { source_branch: branch, target_branch: 'main', title: `The ${branch} one` };
      await createEntity(owner, `${base}/merge_requests`, request);
    }
    await waitFor(
      () => owner.put(`${base}/merge_requests/1/merge`),
      ({ status }) => status === 200,
    );
    const form = new FormData();
    form.set('file', new Blob(['attached'.repeat(100_000)]), 'notes.txt');
    upload = (await owner.post(`${base}/uploads`, form)).body.url;
    await createEntity(owner, `${base}/labels`, { name: 'bug', color: '#ff0000' });
    await createEntity(owner, `${base}/issues`, { title: 'Kept', description: `[notes](${upload})`, labels: 'bug' });
    await createEntity(owner, `${base}/issues/1/notes`, { body: 'A note' });
    await createEntity(owner, `${base}/wikis`, { title: 'Home', content: 'Welcome' });
    await createEntity(owner, `${base}/repository/tags`, { tag_name: 'v1', ref: 'main' });
    await createEntity(owner, `${base}/variables`, { key: 'SECRET', value: 'sealed at rest' });
    await createEntity(owner, '/snippets', {
      title: 'Snippet',
      file_name: 'a.txt',
      content: 'text',
      visibility: 'private',
    });
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
    const { status, body: response } = await as.get(read);
    return { status, response };
  }

  /**
   * Creates projects, issues and merged merge requests, and moves names between entities, until
   * stopped.
   */
  async function write(isDone: () => boolean, made: number[]): Promise<void> {
    for (let round = 0; !isDone(); round++) {
      const [name, branch] = [unique('p'), unique('b')];
      const { id } = await createEntity(owner, '/projects', { name });
      made.push(id as number);
      await createEntity(owner, `/projects/${id}/repository/commits`, commitOf('main', 'a'));
      await createEntity(owner, `/projects/${id}/issues`, { title: name });
      await createEntity(owner, `/projects/${id}/labels`, { name: 'taken', color: '#ff0000' });
      await owner.put(`/projects/${id}/labels/taken`, { new_name: 'left' });
      await createEntity(owner, `/projects/${id}/labels`, { name: 'taken', color: '#00ff00' });
      await createEntity(
        owner,
        `/projects/${busy}/repository/commits`,
        commitOf(branch, branch, { start_branch: 'main' }),
      );
      const request = { source_branch: branch, target_branch: 'main', title: branch };
      const { iid } = await createEntity(owner, `/projects/${busy}/merge_requests`, request);
      // Concurrent merges may be refused.
      await owner.put(`/projects/${busy}/merge_requests/${iid}/merge`);
    }
  }

  it('is created during writes', async () => {
    const made: number[] = [];
    let isDone = false;
    const writers = Promise.all([1, 2].map(() => write(() => isDone, made)));
    try {
      await waitFor(
        async () => made.length,
        (count) => count >= 4,
      );
      writeFileSync(passphraseFile, 'correct horse battery staple\n');
      const [code, said] = await script('backup', ['--to', backup, '--data', join(folder, 'source'), ...phrase], {});
      expect([code, said]).toEqual([0, expect.stringMatching(/\d+ documents, \d+ repositories and \d+ events/)]);
      expect(said).toContain(`The secrets are in ${backup}.secrets.tar.age`);
      expect(said).toMatch(/It is signed. The public key of the instance is [\w-]{43}\./);
    } finally {
      isDone = true;
      await writers;
    }
    expect(readdirSync(backup).sort()).toEqual([
      'databases',
      'events',
      'manifest.json',
      'objects',
      'repositories',
      'signature.json',
    ]);
    const [again, message] = await script('backup', ['--to', backup, '--data', join(folder, 'source')], {});
    expect([again, message]).toEqual([1, expect.stringContaining('is not empty: each backup needs its own folder')]);
  });

  it('contains no secrets in its data', () => {
    const secrets = secretsOf(join(folder, 'source'));
    expect(secrets.length).toBeGreaterThan(10);
    let files = 0;
    for (const [name, content] of contentsBelow(backup)) {
      files++;
      expect([name, secrets.findIndex((secret) => content.includes(secret))]).toEqual([name, -1]);
    }
    expect(files).toBeGreaterThan(10);
    // Verifies that the search finds existing content.
    const own = [...contentsBelow(join(folder, 'source', 'keys'))];
    expect(own.some(([, content]) => secrets.some((secret) => content.includes(secret)))).toBe(true);
    expect(statSync(`${backup}.secrets.tar.age`).mode & 0o777).toBe(0o600);
  });

  itInFullRun('is refused without its secrets or with another passphrase', async () => {
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

  itInFullRun('is refused by a mesh that was started, and by a folder with other files', async () => {
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
    expect(fromNothing).toEqual([1, expect.stringContaining('There is no complete backup in')]);
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

    it('stores files where the other one does', async () => {
      const connection = await mongoose.createConnection(storageUri).asPromise();
      const [here, copy] = await Promise.all(
        ['source', 'target'].map((name) =>
          connection
            .useDb(`${prefixOf(name)}_projects`)
            .collection('file_places')
            .find({})
            .toArray(),
        ),
      );
      await connection.close();
      expect(here).toMatchObject([{ place: 'objects', has_former: false }]);
      expect(copy).toEqual(here);
    });

    it('accepts the same tokens', async () => {
      expect(target.rootToken).toBe(source.rootToken);
      expect((await api(target.rootToken, target.url).get('/user')).body).toMatchObject({ username: 'root', id: 1 });
      expect((await there.get('/user')).status).toBe(200);
    });

    it('returns the same responses', async () => {
      for (const read of reads) {
        const response = await waitFor(
          () => body(there, read),
          (found) => JSON.stringify(found) === JSON.stringify(before.get(read)),
        ).catch(() => body(there, read));
        expect({ read, ...(response as object) }).toEqual({ read, ...(before.get(read) as object) });
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

    it('contains every commit in its database, including those written during the backup', async () => {
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

    it('continues: ids are not reused, and writes, pushes and merges work', async () => {
      const issue = await createEntity(there, `/projects/${project}/issues`, { title: 'New' });
      expect(issue['iid']).toBe(2);
      const ids = ((await there.get('/projects?per_page=100')).body as { id: number }[]).map(({ id }) => id);
      for (let round = 0; round < 5; round++) {
        const { id, default_branch: branch } = await createEntity(there, '/projects', { name: unique('new') });
        expect(ids).not.toContain(id);
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

    it('handles the pending events, and none fails permanently', async () => {
      const admin = api(target.rootToken, target.url);
      const { body: consumers } = await waitFor(
        () => admin.get('/admin/consumers?per_page=100'),
        ({ body: all }) => all.every(({ lag }: { lag: number }) => lag === 0),
      );
      expect(consumers.length).toBeGreaterThan(0);
      expect((await admin.get('/admin/dead_letters')).body).toEqual([]);
    });
  });

  describeInFullRun('with --passphrase-file', () => {
    const sealed = join(folder, 'sealed');
    const sealedPhrase = ['--passphrase-file', passphraseFile];

    it('is encrypted whole', async () => {
      const [code, said] = await script(
        'backup',
        ['--to', sealed, '--data', join(folder, 'source'), ...sealedPhrase],
        {},
      );
      expect([code, said]).toEqual([0, expect.stringContaining(`${sealed}.secrets.tar.age`)]);
      expect(statSync(`${sealed}.secrets.tar.age`).mode & 0o777).toBe(0o600);
      const files = [...contentsBelow(sealed)].filter(([name]) => name !== 'signature.json');
      expect(files.length).toBeGreaterThan(10);
      const readable = files.filter(([, content]) => !content.toString('latin1').startsWith('age-encryption.org/v1\n'));
      expect(readable.map(([name]) => name)).toEqual([]);
    });

    it('is restored with the passphrase', async () => {
      const [code, said] = await restore('opened', sealed, ...sealedPhrase);
      expect([code, said]).toEqual([0, expect.stringContaining('The mesh can be started.')]);
      const opened = await begin('opened');
      expect(await body(api(token, opened.url), `/projects/${project}/issues`)).toEqual(
        before.get(`/projects/${project}/issues`),
      );
      await git(folder, 'clone', '--quiet', '--mirror', cloneUrl(opened.url, path, token), 'opened.git');
      await git(join(folder, 'opened.git'), 'fsck', '--full', '--strict');
    });
  });

  itInFullRun('is not restored without its signature, unless the option allows it', async () => {
    const signature = join(backup, 'signature.json');
    const aside = join(folder, 'signature.json');
    renameSync(signature, aside);
    expect(await restore('unsigned', backup, ...phrase)).toEqual([1, expect.stringContaining('is not signed')]);
    expect(existsSync(join(folder, 'unsigned'))).toBe(false);
    const [code, said] = await restore('unsigned', backup, ...phrase, '--allow-unsigned');
    expect([code, said]).toEqual([0, expect.stringContaining('The mesh can be started.')]);
    renameSync(aside, signature);
  });

  itInFullRun('is not restored if one of its files was changed', async () => {
    const [name] = readdirSync(join(backup, 'databases/projects'));
    appendFileSync(join(backup, 'databases/projects', String(name)), 'x');
    const damaged = await restore('third', backup, ...phrase);
    expect(damaged).toEqual([1, expect.stringContaining(`databases/projects/${name} does not match its checksum`)]);
  });
});
