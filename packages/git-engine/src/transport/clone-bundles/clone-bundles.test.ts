import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { measureRepository } from '../../measure/measure-repository';
import { forkRepository } from '../../storage/fork-repository';
import { moveRepository } from '../../storage/move-repository';
import { localGit } from '../../testing/local-context';
import { runGitSync } from '../../write/test-repository';
import { RefTransactions } from '../../write/refs/ref-transactions';
import { snapshotFiles } from '../../content/archive/snapshot-files';
import { flushPacket, packet, packets, PacketSplitter } from '../protocol/pkt-line';
import {
  addCommit,
  client,
  clientEnvironment,
  createWork,
  runClient,
  StartRepository,
  startTestServer,
  testCaller,
  type TestServer,
  until,
} from '../test-server';
import { bundleFolder, bundlePath, findBundleFile } from './bundle-file';
import { findCloneBundle } from './find-clone-bundle';
import { writeCloneBundle } from './write-clone-bundle';

const DAY_MS = 86_400_000;
const always = { min_bytes: 1, min_age_ms: DAY_MS };

let server: TestServer;
let work: string;
let repo: string;
/** Folders that the transport reports as cloned. */
let cloned: string[];
let isReader: boolean;

const repository = new StartRepository(async (folder, started) => {
  writeFileSync(path.join(folder, 'file'), randomBytes(200_000));
  await client(folder, ['add', '.']);
  await addCommit(folder, 'large');
  await client(folder, ['tag', '-a', '-m', 'First version', 'v1']);
  await client(folder, ['branch', 'topic']);
  await client(folder, ['push', '-q', 'origin', 'main', 'v1', 'topic']);
  runGitSync(started.repo('a.git'), ['update-ref', 'refs/merge-requests/1/head', 'refs/heads/topic']);
});

beforeEach(async () => {
  cloned = [];
  isReader = true;
  server = await startTestServer({
    onClone: (one) => cloned.push(one),
    // A request that keeps its slot blocks all others.
    slots: { upload: { running: 1 } },
    authorize: ({ path: name }) =>
      Promise.resolve(
        isReader
          ? { repo: server.repo(name.slice(1)), caller: testCaller, actor: { id: 7 }, defaultBranch: 'main' }
          : { status: 404, body: 'no such project\n', headers: {} },
      ),
  });
  work = await repository.copyTo(server);
  repo = server.repo('a.git');
});
afterEach(async () => {
  await server.close();
  expect(server.errors).toEqual([]);
});

const push = (...args: string[]) => client(work, ['push', '-q', 'origin', ...args]);
const write = (input: Partial<typeof always> = {}, of = repo) =>
  writeCloneBundle(server.context, { repo: of, ...always, ...input });
const bundleOf = (of = repo) => findCloneBundle(server.context.repository(of));
const files = (of = repo) => (existsSync(bundleFolder(of)) ? readdirSync(bundleFolder(of)) : []);

/** Writes a bundle and returns its file. */
async function written(): Promise<string> {
  expect(await write()).toBe(true);
  return findBundleFile(repo)!.path;
}

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function request(target: string, body?: Buffer, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { method: body ? 'POST' : 'GET', headers, agent: false };
    const outgoing = httpRequest(`${server.url}/a.git/${target}`, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

const version2 = { 'git-protocol': 'version=2' };

async function capabilities(headers: Record<string, string> = version2): Promise<string[]> {
  const { body } = await request('info/refs?service=git-upload-pack', undefined, headers);
  return new PacketSplitter().push(body).map((one) => String(one.subarray(4)).trim());
}

/** The command `bundle-uri`, as git sends it. */
function listBundles(args: string[] = []): Promise<Reply> {
  const head = packets(['agent=git/2.50.1', 'object-format=sha1', 'command=bundle-uri\n']);
  const body = Buffer.concat([head, Buffer.from('0001'), packets(args), flushPacket]);
  return request('git-upload-pack', body, { ...version2, 'content-type': 'application/x-git-upload-pack-request' });
}

/** The address of the announced bundle; undefined if none is announced. */
async function announced(): Promise<string | undefined> {
  if (!(await capabilities()).includes('bundle-uri')) return undefined;
  const { body } = await listBundles();
  return /bundle\.clone\.uri=(info\/bundles\/[0-9a-f]{32}\.bundle)/.exec(String(body))?.[1];
}

describe('writeCloneBundle', () => {
  it('writes the default branch and the tags, for which the whole history can be cloned', async () => {
    const file = await written();
    const head = await client(work, ['rev-parse', 'main']);
    const tag = await client(work, ['rev-parse', 'v1']);
    expect((await bundleOf())?.refs).toEqual([
      { name: 'refs/tags/v1', id: tag },
      { name: 'HEAD', id: head },
      { name: 'refs/heads/main', id: head },
    ]);
    expect(files()).toEqual([path.basename(file)]);
    const { output } = await runClient(work, ['bundle', 'verify', file]);
    expect(output).toContain('records a complete history');
    const copy = path.join(server.folder, 'copy');
    await client(server.folder, ['clone', '-q', file, copy], [['protocol.file.allow', 'always']]);
    expect(await client(copy, ['rev-parse', 'HEAD', 'v1'])).toBe(`${head}\n${tag}`);
    await client(copy, ['fsck', '--strict']);
  });

  it('writes nothing for a small or empty repository, or one without a default branch', async () => {
    expect(await write({ min_bytes: 1_000_000 })).toBe(false);
    expect(await write({}, server.repo('none.git'))).toBe(false);
    runGitSync(repo, ['symbolic-ref', 'HEAD', 'refs/heads/none']);
    expect(await write()).toBe(false);
    expect(existsSync(bundleFolder(repo))).toBe(false);
  });

  it('replaces a bundle that is old and has not all commits', async () => {
    const file = await written();
    expect(await write({ min_age_ms: 0 })).toBe(false);
    await addCommit(work, 'next');
    await push('main');
    expect(await write()).toBe(false);
    expect(files()).toEqual([path.basename(file)]);
    utimesSync(file, new Date(0), new Date(Date.now() - 2 * DAY_MS));
    expect(await write()).toBe(true);
    expect(files()).toHaveLength(1);
    expect(files()).not.toEqual([path.basename(file)]);
    const main = { name: 'refs/heads/main', id: await client(work, ['rev-parse', 'main']) };
    expect((await bundleOf())?.refs).toContainEqual(main);
  });

  it('leaves nothing behind if it fails, is cancelled, or crashed before', async () => {
    mkdirSync(bundleFolder(repo));
    for (const name of ['unfinished-1', 'unfinished-1.lock'])
      writeFileSync(path.join(bundleFolder(repo), name), '# v2 git bundle\n');
    const program = path.join(server.folder, 'git');
    writeFileSync(program, '#!/bin/sh\nprintf part > "$4"\nprintf part > "$4.lock"\nexit 1\n', { mode: 0o755 });
    const failing = localGit({ gitBinary: program });
    await expect(writeCloneBundle(failing.context, { repo, ...always })).rejects.toThrow('git ended');
    expect(files()).toEqual([]);
    writeFileSync(program, '#!/bin/sh\nprintf part > "$4.lock"\n> "$0.started"\nexec sleep 600\n');
    const cancel = new AbortController();
    const writing = writeCloneBundle({ ...failing.context, signal: cancel.signal }, { repo, ...always });
    await until(() => existsSync(`${program}.started`));
    expect(await announced()).toBeUndefined();
    cancel.abort();
    await expect(writing).rejects.toThrow('the call was cancelled');
    expect(files()).toEqual([]);
    // The repository is deleted meanwhile.
    writeFileSync(program, `#!/bin/sh\nmv '${repo}' '${repo}.deleted'\n`);
    await expect(writeCloneBundle(failing.context, { repo, ...always })).rejects.toThrow('ENOENT');
    expect(existsSync(repo)).toBe(false);
    await moveRepository(`${repo}.deleted`, repo);
    failing.close();
    expect(await write()).toBe(true);
    expect(files()).toHaveLength(1);
  });
});

describe('protocol v2', () => {
  it('announces a bundle, whose address is relative to the repository', async () => {
    const { id } = (await written(), findBundleFile(repo)!);
    expect(await capabilities()).toEqual(expect.arrayContaining(['version 2', 'bundle-uri', 'ls-refs=unborn']));
    const { status, headers, body } = await listBundles();
    expect([status, headers['content-type']]).toEqual([200, 'application/x-git-upload-pack-result']);
    const lines = ['bundle.version=1', 'bundle.mode=all', `bundle.clone.uri=info/bundles/${id}.bundle`];
    expect(body).toEqual(Buffer.concat([...lines.map(packet), flushPacket]));
    // The rest of the dialog is as without a bundle.
    const copy = path.join(server.folder, 'copy');
    await client(server.folder, ['clone', '-q', `${server.url}/a.git`, copy]);
    expect(await client(copy, ['rev-parse', 'HEAD'])).toBe(await client(work, ['rev-parse', 'main']));
  });

  it('refuses the command if there is no bundle, like one that does not exist', async () => {
    expect(await capabilities()).not.toContain('bundle-uri');
    const { status, body } = await listBundles();
    expect([status, String(body)]).toEqual([500, 'git could not serve the request\n']);
    await written();
    expect((await listBundles(['unexpected'])).status).toBe(500);
    expect(server.errors.splice(0).map(String)).toEqual(Array(2).fill(expect.stringContaining('invalid command')));
  });

  it('lists nothing to a client that has seen the capability of a bundle that is gone', async () => {
    await written();
    expect(await capabilities()).toContain('bundle-uri');
    await push(':v1');
    const { status, body } = await listBundles();
    expect([status, body]).toEqual([
      200,
      Buffer.concat([packets(['bundle.version=1', 'bundle.mode=all']), flushPacket]),
    ]);
  });

  it.each(['version=0', 'version=1'])('is necessary: nothing is announced over %s', async (version) => {
    await written();
    expect((await capabilities({ 'git-protocol': version })).join()).not.toContain('bundle-uri');
  });

  it('is necessary: sessions, such as those over SSH, have no bundles', async () => {
    await written();
    const headers = { ...version2, 'content-type': 'application/x-git-upload-pack-request' };
    const { body } = await request('git-upload-pack/session', flushPacket, headers);
    expect(String(body)).toContain('version 2');
    expect(String(body)).not.toContain('bundle-uri');
  });
});

describe('GET <path>/info/bundles/<id>.bundle', () => {
  it('sends the file to readers only', async () => {
    const file = await written();
    const address = (await announced())!;
    const content = readFileSync(file);
    const { status, headers, body } = await request(address);
    expect([status, body.equals(content)]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'application/x-git-bundle',
      'content-length': String(content.length),
      'cache-control': 'no-cache, max-age=0, must-revalidate',
      'accept-ranges': 'bytes',
    });
    expect(headers).not.toHaveProperty('etag');
    expect(server.cloneBundleCounts()).toEqual({ downloads: 1, bytes: content.length });
    isReader = false;
    expect(await request(address)).toMatchObject({ status: 404, body: Buffer.from('no such project\n') });
    expect((await request('info/refs?service=git-upload-pack', undefined, version2)).status).toBe(404);
  });

  it('continues an interrupted download', async () => {
    const content = readFileSync(await written());
    const address = (await announced())!;
    const part = await request(address, undefined, { range: 'bytes=1000-' });
    expect([part.status, part.headers['content-range']]).toEqual([
      206,
      `bytes 1000-${content.length - 1}/${content.length}`,
    ]);
    expect(part.body.equals(content.subarray(1000))).toBe(true);
    const beyond = await request(address, undefined, { range: `bytes=${content.length}-` });
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${content.length}`]);
    expect(server.cloneBundleCounts()).toEqual({ downloads: 0, bytes: content.length - 1000 });
  });

  it('is 404 for other files', async () => {
    const file = await written();
    const id = path.basename(file, '.bundle');
    const targets = [
      `info/bundles/${'0'.repeat(32)}.bundle`,
      `info/bundles/${id}`,
      `info/bundles/../HEAD`,
      `info/bundles/${id}.bundle/..`,
      `info/bundles/%2e%2e%2fHEAD`,
      `clone-bundles/${id}.bundle`,
    ];
    for (const target of targets) expect([target, (await request(target)).status]).toEqual([target, 404]);
    const posted = await request(`info/bundles/${id}.bundle`, Buffer.from(''));
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET']);
    expect((await request(`info/bundles/${id}.bundle?x=1`)).status).toBe(200);
  });

  it('ends when the client disconnects', async () => {
    // More than the buffers between the two take.
    writeFileSync(path.join(work, 'file'), randomBytes(16_000_000));
    // Objects of a pack are sent as they are stored.
    runGitSync(repo, ['config', 'receive.unpackLimit', '1']);
    const stored = [['core.compression', '0']] as const;
    await client(work, ['commit', '-qam', 'larger'], stored);
    await client(work, ['push', '-q', 'origin', 'main'], stored);
    const { size } = statSync(await written());
    const address = (await announced())!;
    await new Promise<void>((resolve) => {
      const outgoing = httpRequest(`${server.url}/a.git/${address}`, { agent: false }, (response) => {
        response.once('data', () => outgoing.destroy());
        response.on('error', () => undefined).once('close', resolve);
      });
      outgoing.end();
    });
    expect((await request(address)).body).toHaveLength(size);
    const { downloads, bytes } = server.cloneBundleCounts();
    expect(downloads).toBe(2);
    expect(bytes).toBeLessThan(2 * size);
  });
});

describe('a bundle', () => {
  let file: string;
  let address: string;
  beforeEach(async () => {
    file = await written();
    address = (await announced())!;
  });

  /** It is neither announced nor sent, and the file is deleted. */
  async function expectGone(): Promise<void> {
    expect((await request(address)).status).toBe(404);
    expect(await announced()).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  }
  const expectUsable = async (): Promise<void> => {
    expect(await announced()).toBe(address);
    expect((await request(address)).status).toBe(200);
  };

  it('stays when commits are added, and when other branches change', async () => {
    await addCommit(work, 'next');
    await push('main');
    await expectUsable();
    runGitSync(repo, ['pack-refs', '--all', '--prune']);
    await expectUsable();
    await push(':topic', 'main:refs/heads/other');
    await client(work, ['tag', 'v2']);
    await push('v2');
    runGitSync(repo, ['symbolic-ref', 'HEAD', 'refs/heads/other']);
    runGitSync(repo, ['repack', '-adq']);
    await expectUsable();
  });

  it('is gone after a forced push', async () => {
    await client(work, ['commit', '-q', '--amend', '-m', 'rewritten']);
    await push('+main');
    await expectGone();
  });

  it('is gone after its branch was deleted, even if the commits are in another one', async () => {
    runGitSync(repo, ['symbolic-ref', 'HEAD', 'refs/heads/topic']);
    await push(':main');
    await expectGone();
  });

  it('is gone after a tag was deleted or moved', async () => {
    await push(':v1');
    await expectGone();
    await push('v1');
    file = await written();
    address = (await announced())!;
    await client(work, ['tag', '-f', 'v1', await addCommit(work, 'next')]);
    await push('main', '+v1');
    await expectGone();
  });

  it('is gone after a ref was changed by the API, or by git in the folder', async () => {
    const refs = new RefTransactions();
    const [old, tag] = runGitSync(repo, ['rev-parse', 'main', 'v1']).split('\n') as [string, string];
    const parent = runGitSync(repo, ['rev-parse', 'main~']);
    await refs.update(repo, [{ ref: 'refs/heads/main', old, new: parent }]);
    refs.close();
    await expectGone();
    file = await written();
    address = (await announced())!;
    runGitSync(repo, ['update-ref', '-d', 'refs/tags/v1', tag]);
    await expectGone();
  });

  it('is not given out if it is damaged', async () => {
    const [head, parent] = runGitSync(repo, ['rev-parse', 'main', 'main~']).split('\n') as [string, string];
    const contents = [
      '',
      'PACK\n\n',
      '# v2 git bundle\n',
      `# v2 git bundle\n-${parent} first\n${head} refs/heads/main\n\n`,
      `# v2 git bundle\n${head} HEAD\n${parent} refs/heads/main\n\n`,
    ];
    for (const content of contents) {
      const id = randomBytes(16).toString('hex');
      writeFileSync(bundlePath(repo, id), content);
      utimesSync(bundlePath(repo, id), new Date(), new Date(Date.now() + 1000));
      expect([content, await bundleOf()]).toEqual([content, undefined]);
      expect(existsSync(bundlePath(repo, id))).toBe(false);
    }
    await expectUsable();
    mkdirSync(bundlePath(repo, '0'.repeat(32)));
    expect([await bundleOf(), await announced()]).toEqual([undefined, undefined]);
    expect(await write()).toBe(true);
    expect(files()).toHaveLength(1);
  });

  it('does not count as size, and is not in forks, snapshots or the view of git', async () => {
    const git = server.context;
    const target = server.repo('fork.git');
    expect(await forkRepository(git.repository(repo), target)).toBe(true);
    expect(files(target)).toEqual([]);
    expect(await bundleOf(target)).toBeUndefined();
    const names: string[] = [];
    for await (const { name } of snapshotFiles(repo, true)) names.push(name);
    expect(names.filter((name) => !/^(HEAD|packed-refs|logs\/|refs\/|objects\/)/.test(name))).toEqual([]);
    const { size } = await measureRepository(git, { repo, counted: null });
    const all = execFileSync('du', ['-sb', '--apparent-size', repo, '--exclude=clone-bundles'], { encoding: 'utf8' });
    expect(size).toBeLessThanOrEqual(Number(all.split('\t')[0]));
    expect(size).toBeLessThan(2 * statSync(file).size);
    const environment = { env: clientEnvironment(), encoding: 'utf8' as const };
    expect(execFileSync('git', ['-C', repo, 'count-objects', '-v'], environment)).toContain('garbage: 0');
    execFileSync('git', ['-C', repo, 'fsck', '--strict'], environment);
  });

  it('moves with its repository, and is not used for another one at the same path', async () => {
    const target = server.repo('moved.git');
    await moveRepository(repo, target);
    expect((await bundleOf(target))?.id).toBe(path.basename(file, '.bundle'));
    expect((await request(address)).status).toBe(404);
    const other = await createWork(server, 'other');
    await client(other, ['push', '-q', 'origin', 'main']);
    expect(await announced()).toBeUndefined();
    // Even a file of another repository is not given out.
    cpSync(bundleFolder(target), bundleFolder(repo), { recursive: true });
    expect((await request(address)).status).toBe(404);
  });
});

it('counts clones of the whole history and downloads of bundles', async () => {
  const clone = (name: string, ...args: string[]) =>
    client(server.folder, ['clone', '-q', ...args, `${server.url}/a.git`, name], [['protocol.version', '2']]);
  await clone('one');
  await clone('bare', '--bare');
  expect(cloned).toEqual([repo, repo]);
  await clone('shallow', '--depth', '1');
  await clone('partial', '--filter=blob:none', '--no-checkout');
  await addCommit(work, 'next');
  await push('main');
  await client(path.join(server.folder, 'one'), ['fetch', '-q'], [['protocol.version', '2']]);
  expect(cloned).toHaveLength(2);
  await written();
  await request((await announced())!);
  await request((await announced())!, undefined, { range: 'bytes=10-' });
  expect(cloned).toEqual([repo, repo, repo]);
});
