import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type GitClient, startGitWorker } from './client';
import { compileWorker } from './testing/compile-worker';
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

  it('answers calls', async () => {
    const id = store('hello\n');
    await expect(client.blobInfo({ repo: scratch.repo, id })).resolves.toEqual({ id, size: 6 });
    const { data } = await client.readBlob({ repo: scratch.repo, id });
    expect(Buffer.from(data).toString()).toBe('hello\n');
  });

  it('carries the reason of a refusal', async () => {
    const call = client.blobInfo({ repo: scratch.repo, id: '0'.repeat(40) });
    await expect(call).rejects.toMatchObject({ name: 'GitError', reason: 'object_not_found' });
    const large = client.readBlob({ repo: scratch.repo, id: store('hello\n'), max_bytes: 3 });
    await expect(large).rejects.toMatchObject({ reason: 'limit_exceeded', details: { size: 6 } });
  });

  it.each([0, 1, 1000, 300_000, 5_000_000])('streams a blob of %i bytes', async (size) => {
    const content = randomBytes(size);
    const { stream, result } = client.streamBlob({ repo: scratch.repo, id: store(content) });
    expect((await buffer(stream)).equals(content)).toBe(true);
    await expect(result).resolves.toEqual({ size });
  });

  it('fails a stream with the refusal', async () => {
    const { stream } = client.streamBlob({ repo: scratch.repo, id: '0'.repeat(40) });
    await expect(buffer(stream)).rejects.toMatchObject({ reason: 'object_not_found' });
  });

  it('cancels a stream that is destroyed', async () => {
    const { stream, result } = client.streamBlob({ repo: scratch.repo, id: store(randomBytes(5_000_000)) });
    await new Promise((resolve) => stream.once('readable', resolve));
    stream.destroy();
    await expect(result).rejects.toMatchObject({ reason: 'cancelled' });
  });

  it('gives up at the deadline', async () => {
    const { result } = client.streamBlob({ repo: scratch.repo, id: store(randomBytes(5_000_000)) }, { timeoutMs: 50 });
    await expect(result).rejects.toMatchObject({ reason: 'deadline_exceeded' });
  });

  it('rejects calls under way when the worker dies, and comes back', async () => {
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
