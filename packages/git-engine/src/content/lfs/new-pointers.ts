/**
 * Finds the Git LFS pointers among new blobs. Only their sizes are read, except those of the size
 * of a pointer: most pushes have few of them. Output is read as a stream, because an import may
 * have millions of objects.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import { findSmallBlobs, isSearchable } from '../../packs/small-blobs';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import { hasLooseObjects, readLooseBlobs } from './loose-blobs';
import { type LfsPointer, MAX_POINTER_BYTES, MIN_POINTER_BYTES, parsePointer } from './pointer';

/** Blobs that are read by one process. */
const CHUNK = 5_000;
const NEWLINE = 0x0a;
/** The first letter of the lines of blobs, and only of those. */
const BLOB = 'b'.charCodeAt(0);
/** Bytes of a line with the longest size of a pointer and the longest id. */
const MAX_CANDIDATE_LINE = 'blob 1023 \n'.length + 64;
const checkFormat = '--batch-check=%(objecttype) %(objectsize) %(objectname)';

/** A pointer and the blob that holds it. */
export interface NewPointer extends LfsPointer {
  blob: string;
}

export interface PushedPointersInput {
  repo: string;
  /** Environment variables that make quarantined objects visible to git. */
  quarantine_env: Record<string, string>;
}

/**
 * The pointers that a push adds, each object once. Lists the quarantine of the push instead of
 * walking its commits, which would take as long as the push. Nothing outside of the quarantine is
 * read, and a blob that the repository has already is none of the push.
 */
export async function pushedPointers(
  context: GitContext,
  { repo, quarantine_env: quarantine }: PushedPointersInput,
): Promise<NewPointer[]> {
  const folder = quarantine['GIT_OBJECT_DIRECTORY'];
  if (folder === undefined) return [];
  const repository = context.repository(repo);
  const source = { repository, env: { GIT_OBJECT_DIRECTORY: folder }, signal: context.signal };
  const found = (await readQuarantine(source, folder)) ?? (await readListed(source));
  // A thin pack is completed with objects that deltas of the push refer to.
  const known = await Promise.all(found.map(({ blob }) => repository.info(blob)));
  return found.filter((_, index) => known[index] === undefined);
}

/**
 * The pointers of a push whose objects are all in one pack or all loose; null if git has to list
 * them.
 */
async function readQuarantine(source: Source, folder: string): Promise<NewPointer[] | null> {
  const entries = await readdir(folder);
  const packs = entries.includes('pack') ? await readdir(path.join(folder, 'pack')) : [];
  const [index, ...others] = packs.filter((name) => name.endsWith('.idx'));
  if (index === undefined) return readLoose(folder, entries);
  if (others.length > 0 || hasLooseObjects(entries)) return null;
  return readPacked(source, path.join(folder, 'pack', index.slice(0, -'.idx'.length)));
}

/** The pointers among loose objects, each pointed object once; null if they are too many. */
async function readLoose(folder: string, entries: readonly string[]): Promise<NewPointer[] | null> {
  const blobs = await readLooseBlobs(folder, entries, MAX_POINTER_BYTES);
  if (blobs === null) return null;
  const found = new Map<string, NewPointer>();
  for (const { id, content } of blobs) {
    const pointer = parsePointer(content);
    if (pointer) found.set(pointer.oid, { ...pointer, blob: id });
  }
  return [...found.values()];
}

/** The pointers of a push whose objects are in one pack; null if that is too large. */
async function readPacked(source: Source, pack: string): Promise<NewPointer[] | null> {
  if (!(await isSearchable(pack))) return null;
  const whole = readBlobs(source);
  const inDeltas = new IdReader(source, checkFormat, (listing) => readPointers(source, listing));
  const readers = [whole, inDeltas];
  try {
    for await (const { ids, deltas } of findSmallBlobs(pack, { min: MIN_POINTER_BYTES, max: MAX_POINTER_BYTES })) {
      await Promise.all([whole.add(ids), inDeltas.add(deltas)]);
    }
  } catch (error) {
    await Promise.allSettled(readers.map((reader) => reader.end()));
    throw error;
  }
  const found = await Promise.all(readers.map((reader) => reader.end()));
  return [...new Map(found.flat().map((pointer) => [pointer.oid, pointer])).values()];
}

/** The pointers among all objects of a push. */
async function readListed(source: Source): Promise<NewPointer[]> {
  const listing = spawned(source, ['cat-file', '--batch-all-objects', '--unordered', checkFormat]);
  listing.stdin.end();
  const found = await readPointers(source, listing.stdout);
  await listing.done();
  return found;
}

export interface AddedPointersInput {
  repo: string;
  /** A commit of the repository. */
  tip: string;
}

/** The pointers that a commit would add to the branches and tags of a repository. */
export async function addedPointers(context: GitContext, { repo, tip }: AddedPointersInput): Promise<NewPointer[]> {
  const source = { repository: context.repository(repo), env: {}, signal: context.signal };
  const filter = `--filter=blob:limit=${MAX_POINTER_BYTES + 1}`;
  const walk = ['rev-list', '--objects', '--no-object-names', filter, checkObjectId(tip)];
  const listing = spawned(source, [...walk, '--not', '--branches', '--tags']);
  const checking = spawned(source, ['cat-file', checkFormat]);
  listing.stdin.end();
  const [found] = await Promise.all([readPointers(source, checking.stdout), pipeline(listing.stdout, checking.stdin)]);
  await Promise.all([listing.done(), checking.done()]);
  return found;
}

/** A running process of git. */
interface Spawned {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when it has ended. Errors: `git_failed`. */
  done(): Promise<void>;
}

function spawned({ repository, env, signal }: Source, args: string[]): Spawned {
  const child = repository.spawn({ args, env });
  const closed = once(child, 'close');
  closed.catch(() => undefined);
  const stop = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput = (errorOutput + text).slice(-4096)));
  // A process that ends early closes its input during a write; its exit code explains it.
  child.stdin.on('error', () => undefined);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    async done() {
      const [code] = (await closed) as [number | null];
      signal.removeEventListener('abort', stop);
      signal.throwIfAborted();
      if (code !== 0) throw new GitError('git_failed', errorOutput.trim() || 'git could not list the objects');
    },
  };
}

/** Where blobs are read. */
interface Source {
  repository: Repository;
  env: Record<string, string>;
  signal: AbortSignal;
}

/** Reads the blobs of the size of a pointer in a list of objects; each pointed object once. */
async function readPointers(source: Source, listing: Readable): Promise<NewPointer[]> {
  const found = new Map<string, NewPointer>();
  let ids: string[] = [];
  const flush = async (): Promise<void> => {
    for (const pointer of await readChunk(source, ids)) found.set(pointer.oid, pointer);
    ids = [];
  };
  for await (const lines of linesOf(listing)) {
    addCandidates(lines, ids);
    if (ids.length >= CHUNK) await flush();
  }
  await flush();
  return [...found.values()];
}

/**
 * Adds the ids of listed objects that have the size of a pointer. A push may list a million
 * objects, so only the lines of small blobs become text.
 */
function addCandidates(lines: Buffer, ids: string[]): void {
  let next: number;
  for (let at = 0; at < lines.length; at = next) {
    next = lines.indexOf(NEWLINE, at) + 1;
    if (lines[at] !== BLOB || next - at > MAX_CANDIDATE_LINE) continue;
    const [, digits, id = ''] = lines.toString('latin1', at, next - 1).split(' ');
    const size = Number(digits);
    if (size >= MIN_POINTER_BYTES && size <= MAX_POINTER_BYTES) ids.push(id);
  }
}

/** Blobs that git reads while further ones are looked for. Without any, git is not started. */
class IdReader {
  private process: Spawned | undefined;
  private found: Promise<NewPointer[]> = Promise.resolve([]);

  /**
   * @param option what `git cat-file` writes about each object
   * @param read finds pointers in this output
   */
  constructor(
    private readonly source: Source,
    private readonly option: string,
    private readonly read: (output: Readable) => Promise<NewPointer[]>,
  ) {}

  /** Hands ids to git. */
  async add(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { stdin } = (this.process ??= this.start());
    await new Promise<void>((resolve) => stdin.write(`${ids.join('\n')}\n`, () => resolve()));
  }

  /** Returns the pointers among the blobs. */
  async end(): Promise<NewPointer[]> {
    this.process?.stdin.end();
    const [found] = await Promise.all([this.found, this.process?.done()]);
    return found;
  }

  private start(): Spawned {
    const started = spawned(this.source, ['cat-file', '--buffer', this.option]);
    this.found = this.read(started.stdout);
    // `end` reports a failure.
    this.found.catch(() => undefined);
    return started;
  }
}

function readBlobs(source: Source): IdReader {
  return new IdReader(source, '--batch', parseBlobs);
}

async function readChunk(source: Source, ids: readonly string[]): Promise<NewPointer[]> {
  const reader = readBlobs(source);
  await reader.add(ids);
  return reader.end();
}

/** The pointers in the output of `git cat-file --batch`. */
async function parseBlobs(output: Readable): Promise<NewPointer[]> {
  const pointers: NewPointer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (;;) {
      const newline = rest.indexOf(NEWLINE, at);
      if (newline < 0) break;
      const [blob = '', type, size] = rest.toString('latin1', at, newline).split(' ');
      if (type !== 'blob') throw new GitError('object_not_found', `there is no blob ${blob}`);
      const end = newline + 1 + Number(size);
      if (end >= rest.length) break;
      const pointer = parsePointer(rest.subarray(newline + 1, end));
      if (pointer) pointers.push({ ...pointer, blob });
      at = end + 1;
    }
    rest = rest.subarray(at);
  }
  return pointers;
}

/** Complete lines, as many at a time as have arrived. */
async function* linesOf(stream: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, end)]) : chunk.subarray(0, end);
    rest = end > 0 ? chunk.subarray(end) : Buffer.concat([rest, chunk]);
  }
}
