import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamArchive } from '../content/archive/stream-archive';
import { streamBlob } from '../content/blob/stream-blob';
import { localGit, type LocalGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { defaultSettings, type DownloadSettings, type PipeMessage } from './messages';
import { Pipe } from './pipe';

const MIB = 1024 * 1024;
let git: LocalGit;
let scratch: ScratchRepository;
let folder: string;

function start(settings: Partial<DownloadSettings> = {}): void {
  folder = mkdtempSync(join(tmpdir(), 'forgemesh-downloads-'));
  scratch = new ScratchRepository();
  git = localGit({ downloads: { ...defaultSettings.downloads, spoolFolder: folder, ...settings } });
}
afterEach(() => {
  git.close();
  scratch.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** A pipe whose other side acknowledges nothing until `release` resolves. */
function createPipe(release: Promise<unknown> = Promise.resolve()): { pipe: Pipe; received: () => Buffer } {
  const chunks: Buffer[] = [];
  const pipe: Pipe = new Pipe(1, (message: PipeMessage) => {
    if (message.kind !== 'data') return;
    chunks.push(Buffer.from(message.chunk));
    const { length } = message.chunk;
    void release.then(() => pipe.receive({ kind: 'ack', id: 1, bytes: length }));
  });
  return { pipe, received: () => Buffer.concat(chunks) };
}

const never = new Promise<never>(() => undefined);
const user = (name: string) => ({ key: `user ${name}`, isAnonymous: false });
const store = (content: Buffer): string => scratch.gitWith({ input: content }, 'hash-object', '-w', '--stdin');

/** The commands of the git processes that this process has started. */
function processes(): string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      // The process has ended.
      return '';
    }
  });
}
const processesOf = (command: string): number => processes().filter((line) => line.includes(command)).length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('large blobs', () => {
  it('are read by few persistent processes, however many readers are slow', async () => {
    start();
    const content = randomBytes(3 * MIB);
    const id = store(content);
    const before = process.memoryUsage.rss();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = Array.from({ length: 40 }, (_, index) => {
      const reader = createPipe(released);
      const caller = user(String(index % 8));
      return { ...reader, result: streamBlob(git.context, { repo: scratch.repo, id, caller }, reader.pipe) };
    });
    const fast = createPipe();
    await streamBlob(git.context, { repo: scratch.repo, id, caller: user('other') }, fast.pipe);
    expect(fast.received().equals(content)).toBe(true);
    expect(processesOf('cat-file\0--batch\0')).toBeLessThanOrEqual(4);
    // A window and the memory of a spool for each; without spools, each process has more.
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MIB);
    release();
    for (const { result, received } of slow) {
      await expect(result).resolves.toEqual({ size: content.length });
      expect(received().equals(content)).toBe(true);
    }
  });

  it('are not read any more when their reader is too slow', async () => {
    start({ idleSeconds: 0.5 });
    const id = store(randomBytes(3 * MIB));
    const reading = streamBlob(git.context, { repo: scratch.repo, id, caller: user('slow') }, createPipe(never).pipe);
    await expect(reading).rejects.toMatchObject({ reason: 'deadline_exceeded' });
  });

  it('are refused when too many are read', async () => {
    start({ maxTransfers: 8 });
    const id = store(randomBytes(3 * MIB));
    const read = (caller = user('attacker')) =>
      streamBlob(git.context, { repo: scratch.repo, id, caller }, createPipe(never).pipe);
    const running = [read(), read()];
    for (const one of running) one.catch(() => undefined);
    await expect(read()).rejects.toMatchObject({ reason: 'overloaded' });
    const other = createPipe();
    await streamBlob(git.context, { repo: scratch.repo, id, caller: user('other') }, other.pipe);
    expect(other.received()).toHaveLength(3 * MIB);
  });

  it('are read again by another process after a cancelled read', async () => {
    start();
    const content = randomBytes(12 * MIB);
    const id = store(content);
    const abort = new AbortController();
    const context = { ...git.context, signal: abort.signal };
    const { pipe, received } = createPipe(never);
    const reading = streamBlob(context, { repo: scratch.repo, id, caller: user('a') }, pipe);
    reading.catch(() => undefined);
    await until(() => received().length > 0);
    abort.abort();
    pipe.fail(new Error('cancelled'));
    await expect(reading).rejects.toMatchObject({ reason: 'cancelled' });
    const other = createPipe();
    await streamBlob(git.context, { repo: scratch.repo, id, caller: user('a') }, other.pipe);
    expect(other.received().equals(content)).toBe(true);
  });
});

describe('archives', () => {
  it('hold no process for slow readers', async () => {
    start();
    const commit_id = scratch.commit('large', { large: randomBytes(3 * MIB).toString('latin1') });
    for (let index = 0; index < 10; index++) {
      const input = {
        repo: scratch.repo,
        commit_id,
        format: 'tar' as const,
        prefix: 'top',
        caller: user(`slow ${index}`),
      };
      streamArchive(git.context, input, createPipe(never).pipe).catch(() => undefined);
    }
    const fast = createPipe();
    const input = { repo: scratch.repo, commit_id, format: 'tar' as const, prefix: 'top', caller: user('fast') };
    await streamArchive(git.context, input, fast.pipe);
    expect(fast.received().length).toBeGreaterThan(3 * MIB);
    await until(() => processesOf('archive\0') === 0);
  });
});
