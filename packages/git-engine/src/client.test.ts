import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type GitClient, startGitWorker } from './client';
import { compileWorker } from './testing/compile-worker';
import { localCaller } from './testing/local-context';
import { ScratchRepository } from './testing/scratch-repository';

describe('the git worker', () => {
  let scratch: ScratchRepository;
  let client: GitClient;
  let restarts: number;

  beforeAll(() => {
    scratch = new ScratchRepository();
    restarts = 0;
    client = startGitWorker({ entry: compileWorker(), onRestart: () => (restarts += 1) });
  });

  afterAll(async () => {
    await client.close();
    scratch.remove();
  });

  function store(content: Buffer | string): string {
    return scratch.gitWith({ input: content }, 'hash-object', '-w', '--stdin');
  }

  it('returns results', async () => {
    const id = store('hello\n');
    await expect(client.blobInfo({ repo: scratch.repo, id })).resolves.toEqual({ id, size: 6 });
    const { data } = await client.readBlob({ repo: scratch.repo, id });
    expect(Buffer.from(data).toString()).toBe('hello\n');
  });

  it('passes on the reason of a refusal', async () => {
    const call = client.blobInfo({ repo: scratch.repo, id: '0'.repeat(40) });
    await expect(call).rejects.toMatchObject({ name: 'GitError', reason: 'object_not_found' });
    const large = client.readBlob({ repo: scratch.repo, id: store('hello\n'), max_bytes: 3 });
    await expect(large).rejects.toMatchObject({ reason: 'limit_exceeded', details: { size: 6 } });
  });

  it.each([0, 1, 1000, 300_000, 5_000_000])('streams a blob of %i bytes', async (size) => {
    const content = randomBytes(size);
    const { stream, result } = client.streamBlob({ caller: localCaller, repo: scratch.repo, id: store(content) });
    expect((await buffer(stream)).equals(content)).toBe(true);
    await expect(result).resolves.toEqual({ size });
  });

  it('fails a stream with the reason of the refusal', async () => {
    const { stream } = client.streamBlob({ caller: localCaller, repo: scratch.repo, id: '0'.repeat(40) });
    await expect(buffer(stream)).rejects.toMatchObject({ reason: 'object_not_found' });
  });

  it('cancels a stream that is destroyed', async () => {
    const { stream, result } = client.streamBlob({
      caller: localCaller,
      repo: scratch.repo,
      id: store(randomBytes(5_000_000)),
    });
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await expect(result).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it('buffers little of a large stream while its reader is slow', async () => {
    const id = store(randomBytes(20_000_000));
    const { stream, result } = client.streamBlob({ caller: localCaller, repo: scratch.repo, id });
    await new Promise((resolve) => stream.once('readable', resolve));
    // Other calls proceed while unread bytes stay buffered.
    for (let turn = 0; turn < 20; turn += 1) await client.blobInfo({ repo: scratch.repo, id });
    expect(stream.readableLength).toBeLessThan(2_000_000);
    let bytes = 0;
    for await (const chunk of stream) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(20_000_000);
    await expect(result).resolves.toEqual({ size: 20_000_000 });
  });

  it('serves every read over the channel', async () => {
    const first = scratch.commit('first', { 'a/b.txt': 'one\n' });
    const second = scratch.commit('second', { 'a/b.txt': 'two\n' });
    const { repo } = scratch;
    expect((await client.resolveRevision({ repo, revision: 'main' })).commit_id).toBe(second);
    const { commits, has_more } = await client.listCommits({ repo, from: [second], limit: 1 });
    expect([commits[0]!.id, commits[0]!.message, has_more]).toEqual([second, 'second\n', true]);
    expect(await client.countCommits({ repo, tip: second })).toEqual({ count: 2 });
    expect(await client.diffStats({ repo, ids: [second] })).toEqual([
      { id: second, additions: 1, deletions: 1, files: 1 },
    ]);
    const { files } = await client.commitDiff({ repo, commit_id: second });
    expect(files[0]!.diff).toBe('--- a/a/b.txt\n+++ b/a/b.txt\n@@ -1 +1 @@\n-one\n+two\n');
    expect((await client.treeEntries({ repo, commit_id: first, path: 'a' })).entries[0]!.path).toBe('a/b.txt');
    expect((await client.compare({ repo, from: first, to: second })).commits.map((commit) => commit.id)).toEqual([
      second,
    ]);
    await expect(client.treeEntry({ repo, commit_id: first, path: 'x' })).rejects.toMatchObject({
      reason: 'path_not_found',
    });
  });

  it('times out', async () => {
    const { result } = client.streamBlob(
      { caller: localCaller, repo: scratch.repo, id: store(randomBytes(5_000_000)) },
      { timeoutMs: 50 },
    );
    await expect(result).rejects.toMatchObject({ reason: 'deadline_exceeded' });
  });

  it('rejects pending calls when the worker dies, and restarts it', async () => {
    const id = store('again\n');
    const pid = client.workerPid()!;
    process.kill(pid, 'SIGSTOP');
    const call = client.blobInfo({ repo: scratch.repo, id });
    process.kill(pid, 'SIGKILL');
    await expect(call).rejects.toMatchObject({ name: 'GitUnavailableError' });
    expect(restarts).toBe(1);
    expect(client.workerPid()).not.toBe(pid);
    await expect(client.blobInfo({ repo: scratch.repo, id })).resolves.toEqual({ id, size: 6 });
  });

  it('rejects calls after close', async () => {
    const other = startGitWorker({ entry: compileWorker() });
    await other.close();
    await expect(other.blobInfo({ repo: scratch.repo, id: '0'.repeat(40) })).rejects.toMatchObject({
      name: 'GitUnavailableError',
    });
  });
});
