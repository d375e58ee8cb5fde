/**
 * Finds the Git LFS pointers among new blobs. Only their sizes are read, except those of the size
 * of a pointer: most pushes have few of them. Output is read as a stream, because an import may
 * have millions of objects.
 */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GitError } from '../../errors';
import { checkObjectId } from '../../objects/object-id';
import { findSmallBlobs } from '../../packs/small-blobs';
import type { GitContext } from '../../worker/context';
import type { Repository } from '../../worker/repository';
import { type LfsPointer, MAX_POINTER_BYTES, MIN_POINTER_BYTES, parsePointer, POINTER_BEGINNING } from './pointer';

/** Blobs that are read by one process, and those of the lines that arrive at once. */
const CHUNK = 5_000;
const maxChunkBytes = 4 * CHUNK * (MAX_POINTER_BYTES + 100);
/** Name of a folder of objects without a pack. */
const LOOSE_FOLDER = /^[0-9a-f]{2}$/;
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
  const pack = await findOnlyPack(folder);
  const found = (pack === undefined ? null : await readPacked(source, pack)) ?? (await readListed(source));
  // A thin pack is completed with objects that deltas of the push refer to.
  const known = await Promise.all(found.map(({ blob }) => repository.info(blob)));
  return found.filter((_, index) => known[index] === undefined);
}

/**
 * The pack of a push, as the path of its files without extensions; undefined if the objects of the
 * push are not all in one pack.
 */
async function findOnlyPack(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder);
  if (entries.some((name) => LOOSE_FOLDER.test(name)) || !entries.includes('pack')) return undefined;
  const packs = await readdir(path.join(folder, 'pack'));
  const [index, ...others] = packs.filter((name) => name.endsWith('.idx'));
  if (index === undefined || others.length > 0) return undefined;
  return path.join(folder, 'pack', index.slice(0, -'.idx'.length));
}

/** The pointers of a push whose objects are in one pack; null if that is too large. */
async function readPacked(source: Source, pack: string): Promise<NewPointer[] | null> {
  const blobs = await findSmallBlobs(pack, { min: MIN_POINTER_BYTES, max: MAX_POINTER_BYTES });
  if (!blobs) return null;
  const [whole, inDeltas] = await Promise.all([readAll(source, blobs.ids), readDeltas(source, blobs.deltas)]);
  return [...new Map([...whole, ...inDeltas].map((pointer) => [pointer.oid, pointer])).values()];
}

/** The pointers among blobs of the size of a pointer. */
async function readAll(source: Source, ids: readonly string[]): Promise<NewPointer[]> {
  const found: NewPointer[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) found.push(...(await readChunk(source, ids.slice(at, at + CHUNK))));
  return found;
}

/** The pointers among objects of unknown size. */
async function readDeltas(source: Source, ids: readonly string[]): Promise<NewPointer[]> {
  if (ids.length === 0) return [];
  const checking = spawned(source, ['cat-file', '--buffer', checkFormat]);
  const [found] = await Promise.all([
    readPointers(source, checking.stdout),
    pipeline(Readable.from(linesOfIds(ids)), checking.stdin),
  ]);
  await checking.done();
  return found;
}

function* linesOfIds(ids: readonly string[]): Generator<string> {
  for (let at = 0; at < ids.length; at += CHUNK) yield `${ids.slice(at, at + CHUNK).join('\n')}\n`;
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

async function readChunk({ repository, env, signal }: Source, ids: readonly string[]): Promise<NewPointer[]> {
  if (ids.length === 0) return [];
  const { code, stdout, stderr } = await repository.run({
    args: ['cat-file', '--batch', '--buffer'],
    env,
    input: `${ids.join('\n')}\n`,
    maxBytes: maxChunkBytes,
    signal,
  });
  if (code !== 0) throw new GitError('git_failed', stderr.trim() || 'git could not read the files');
  const pointers: NewPointer[] = [];
  if (!stdout.includes(POINTER_BEGINNING)) return pointers;
  for (let at = 0; at < stdout.length;) {
    const newline = stdout.indexOf(10, at);
    const [blob = '', type, size] = stdout.toString('latin1', at, newline).split(' ');
    if (type !== 'blob') throw new GitError('object_not_found', `there is no blob ${blob}`);
    const end = newline + 1 + Number(size);
    const pointer = parsePointer(stdout.subarray(newline + 1, end));
    if (pointer) pointers.push({ ...pointer, blob });
    at = end + 1;
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
