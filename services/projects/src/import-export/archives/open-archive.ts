/**
 * Unpacks uploaded archives. All entries are checked before any is stored, and they are stored
 * under generated names: no path of an archive is used as a file path.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BadRequestError, diskProblemOf, fromDiskError, isForgeError } from '@forgemesh/errors';
import { extract, type Header } from 'tar-stream';
import { ARCHIVE_VERSION, entries, folders, importedRelations, isReported, relationOf } from './layout';
import { OmittedRelations } from './omitted';
import type { Spool, SpooledFile } from './spooled-files';

const GIGABYTE = 1024 ** 3;
/** Unpacked bytes before the ratio is checked, as small archives consist mainly of padding. */
const RATIO_FREE_BYTES = 16 * 1024 * 1024;
const MAX_NAME_LENGTH = 1024;
const MAX_VERSION_BYTES = 100;
const NEWLINE = 10;

/** An unpacked archive. */
export interface OpenArchive {
  /** The entries to import, by name. */
  files: ReadonlyMap<string, SpooledFile>;
  /** Number of entries by relation that are not imported. */
  omitted: ReadonlyMap<string, number>;
}

/** Opens a stream of the archive from its beginning. */
export type ArchiveReader = () => Promise<AsyncIterable<Uint8Array>>;

/** The entries that a kind of archive may contain. */
export interface ArchiveLayout {
  /** Names of the entries of which an import requires one. */
  trees: readonly [string, ...string[]];
  /** Maximum total size of the unpacked entries. */
  maxBytes: number;
  /** Whether a file is imported. */
  isRequired(name: string): boolean;
  /**
   * The relation of a file that is allowed although it is not imported; null if it contains no
   * data. Undefined for files that are not allowed.
   */
  omittedAs(name: string): string | null | undefined;
  isFolder(name: string): boolean;
}

const upload = new RegExp(`^${folders.uploads}/[0-9a-f]{32}/[^/]+$`);
const avatar = new RegExp(`^${folders.avatar}/[^/]+$`);
const lfsObject = new RegExp(`^${folders.lfsObjects}/([0-9a-f]{64})$`);
const folder = new RegExp(
  `^((${folders.uploads}|${folders.avatar})(/.+)?|${folders.lfsObjects}|snippets|tree(/project)?)$`,
);
const imported: readonly string[] = [
  entries.version,
  entries.tree,
  entries.singleTree,
  entries.repository,
  entries.wiki,
  entries.lfsObjects,
];

/** Files of features that this instance does not have, and files in unknown places, by relation. */
const omittedFiles: readonly (readonly [RegExp, string | null])[] = [
  [/^(GITLAB_VERSION|GITLAB_REVISION)$/, null],
  [/^project\.design\.bundle$/, 'designs'],
  [/^lfs-objects\/[^/]+$/, 'lfs_objects'],
  [/^snippets\/[^/]+$/, 'snippet_repositories'],
  [/^uploads\/./, 'uploads'],
  [/^avatar\/./, 'avatar'],
];

/** The layout of project archives. */
export const projectLayout: ArchiveLayout = {
  trees: [entries.tree, entries.singleTree],
  maxBytes: 50 * GIGABYTE,
  isRequired(name) {
    const relation = relationOf(name);
    if (relation !== undefined) return importedRelations.has(relation);
    return imported.includes(name) || upload.test(name) || avatar.test(name) || lfsObject.test(name);
  },
  omittedAs(name) {
    const relation = relationOf(name);
    if (relation !== undefined) return isReported(relation) ? relation : null;
    return omittedFiles.find(([pattern]) => pattern.test(name))?.[1];
  },
  isFolder: (name) => folder.test(name),
};

/** Resource limits of unpacking. */
export interface ArchiveLimits {
  maxEntries: number;
  /** Maximum size of an entry in bytes. */
  maxEntryBytes: number;
  /** Maximum number of lines in all files with one JSON object per line. */
  maxLines: number;
  /** Maximum total size of the entries in bytes, in addition to the limit of the layout. */
  maxBytes: number;
  /** Maximum number of unpacked bytes per byte of the archive. */
  maxRatio: number;
  /** Maximum time for unpacking. */
  maxSeconds: number;
  /** Minimum free disk space in bytes. */
  minFreeBytes: number;
}

/** Unpacks an archive. Throws BadRequestError with a message for users if it is invalid. */
export async function openArchive(
  read: ArchiveReader,
  spool: Spool,
  { layout = projectLayout, limits }: { layout?: ArchiveLayout; limits: ArchiveLimits },
): Promise<OpenArchive> {
  const deadline = Date.now() + limits.maxSeconds * 1000;
  // The first pass checks all entries without storing any.
  const check = new EntryCheck(layout, limits);
  const omitted = new OmittedRelations();
  await eachEntry(read, { check, deadline }, async (name, content) => {
    let count = 1;
    if (hasLines(name)) count = await countLines(content, (added) => check.addLines(added));
    else await drain(content);
    const relation = layout.isRequired(name) ? null : layout.omittedAs(name);
    if (relation) omitted.add(relation, count);
  });
  await assertRoom(spool, check.requiredBytes, limits);
  const files = new Map<string, SpooledFile>();
  await eachEntry(read, { check: new EntryCheck(layout, limits), deadline }, async (name, content) => {
    if (layout.isRequired(name)) files.set(name, await spool.store(content));
    else await drain(content);
  });
  await assertVersion(files.get(entries.version));
  if (!layout.trees.some((tree) => files.has(tree)))
    throw new BadRequestError(`The archive has no ${layout.trees.join(' or ')}`);
  return { files, omitted: omitted.counts };
}

/** Whether an entry has one JSON object per line. */
function hasLines(name: string): boolean {
  return name.endsWith('.ndjson');
}

/** Number of lines. `onLines` is called with the number of further lines. */
async function countLines(content: AsyncIterable<Uint8Array>, onLines: (added: number) => void): Promise<number> {
  let lines = 0;
  let last = NEWLINE;
  for await (const chunk of content) {
    const before = lines;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
    onLines(lines - before);
    last = chunk.at(-1) ?? last;
  }
  if (last === NEWLINE) return lines;
  onLines(1);
  return lines + 1;
}

/** Parses the name of an attached file; null for other entries. */
export function uploadParts(name: string): { secret: string; file_name: string } | null {
  if (!upload.test(name)) return null;
  const [, secret = '', file_name = ''] = name.split('/');
  return { secret, file_name };
}

/** The digest of a large file; undefined for other entries. */
export function lfsObjectOf(name: string): string | undefined {
  return lfsObject.exec(name)?.[1];
}

/** The avatar of the project, if there is one. */
export function avatarEntry(archive: OpenArchive): { name: string; file: SpooledFile } | undefined {
  for (const [name, file] of archive.files) if (avatar.test(name)) return { name: name.split('/')[1] ?? '', file };
  return undefined;
}

async function assertRoom(spool: Spool, bytes: number, { minFreeBytes }: ArchiveLimits): Promise<void> {
  try {
    await spool.assertRoom(bytes, minFreeBytes);
  } catch (error) {
    if (!isForgeError(error)) throw error;
    throw new BadRequestError('There is not enough free disk space to unpack the archive', { cause: error });
  }
}

async function eachEntry(
  read: ArchiveReader,
  { check, deadline }: { check: EntryCheck; deadline: number },
  handle: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const tar = extract();
  const meter = new RatioMeter(check.limits.maxRatio, deadline);
  const reading = pipeline(
    Readable.from(await read()),
    (packed: AsyncIterable<Buffer>) => meter.packed(packed),
    createGunzip(),
    (unpacked: AsyncIterable<Buffer>) => meter.unpacked(unpacked),
    tar,
  );
  // The failure is reported below, by `await reading` or by the loop, whichever fails first.
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const name = check.nameOf(entry.header);
      const content = entry as AsyncIterable<Buffer>;
      if (name === undefined) await drain(content);
      else await handle(name, content);
    }
    await reading;
  } catch (error) {
    throw toUserError(meter.refusal ?? error);
  }
}

/** Aborts archives with an excessive compression ratio and archives that take too long. */
class RatioMeter {
  refusal: Error | undefined;
  private packedBytes = 0;
  private unpackedBytes = 0;

  constructor(
    private readonly maxRatio: number,
    private readonly deadline: number,
  ) {}

  async *packed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.packedBytes += chunk.length;
      this.assertInTime();
      yield chunk;
    }
  }

  async *unpacked(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.unpackedBytes += chunk.length;
      this.assertInTime();
      const isBomb = this.unpackedBytes > RATIO_FREE_BYTES && this.unpackedBytes > this.packedBytes * this.maxRatio;
      if (isBomb) this.refuse('The archive is compressed too much');
      yield chunk;
    }
  }

  private assertInTime(): void {
    if (Date.now() > this.deadline) this.refuse('The archive takes too long to unpack');
  }

  /** The pipeline may report another error; `refusal` keeps the cause. */
  private refuse(text: string): never {
    throw (this.refusal ??= new BadRequestError(text));
  }
}

/** Rejects entries that the layout does not allow. */
class EntryCheck {
  private readonly names = new Set<string>();
  private bytes = 0;
  private count = 0;
  private lines = 0;
  /** Total size of the files to store. */
  requiredBytes = 0;

  constructor(
    private readonly layout: ArchiveLayout,
    readonly limits: ArchiveLimits,
  ) {}

  /** Adds lines of files with one JSON object per line. Throws BadRequestError above the limit. */
  addLines(added: number): void {
    this.lines += added;
    if (this.lines > this.limits.maxLines) throw new BadRequestError('The archive has too many lines');
  }

  /** Checks an entry. Returns the name of a file; undefined for a folder. */
  nameOf({ name: raw, type, size = 0 }: Header): string | undefined {
    const name = raw.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
    this.bytes += size;
    const { maxEntries, maxEntryBytes, maxBytes } = this.limits;
    if (++this.count > maxEntries) throw new BadRequestError('The archive has too many entries');
    if (this.bytes > Math.min(this.layout.maxBytes, maxBytes))
      throw new BadRequestError('The archive is too large when it is unpacked');
    if (size > maxEntryBytes) throw new BadRequestError('The archive has an entry that is too large');
    if (type !== 'file' && type !== 'contiguous-file' && type !== 'directory')
      throw new BadRequestError('The archive has an entry that is neither a file nor a folder');
    if (type === 'directory' && (name === '' || name === '.')) return undefined;
    assertSafe(name);
    const { layout } = this;
    const isAllowed = type === 'directory' ? layout.isFolder(name) : isFileAllowed(layout, name);
    if (!isAllowed) throw new BadRequestError('The archive has an entry that does not belong there');
    if (type === 'directory') return undefined;
    if (this.names.has(name)) throw new BadRequestError('The archive has an entry twice');
    this.names.add(name);
    if (layout.isRequired(name)) this.requiredBytes += size;
    return name;
  }
}

function isFileAllowed(layout: ArchiveLayout, name: string): boolean {
  return layout.isRequired(name) || layout.omittedAs(name) !== undefined;
}

function assertSafe(name: string): void {
  const isUnsafe =
    name.length > MAX_NAME_LENGTH ||
    name.startsWith('/') ||
    /[\\\x00-\x1f\x7f]/.test(name) ||
    name.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (isUnsafe) throw new BadRequestError('The archive has an entry with a path that is not allowed');
}

async function assertVersion(file: SpooledFile | undefined): Promise<void> {
  if (!file) throw new BadRequestError(`The archive has no ${entries.version}`);
  const text = file.size > MAX_VERSION_BYTES ? '?' : (await textOf(file)).trim();
  const shown = /^[\w.-]+$/.test(text) ? text : '?';
  if (text !== ARCHIVE_VERSION)
    throw new BadRequestError(`Import version mismatch: Required ${ARCHIVE_VERSION} but was ${shown}`);
}

async function textOf(file: SpooledFile): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.read()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of content);
}

/** Translates errors of zlib and the tar parser into errors for users. */
function toUserError(error: unknown): unknown {
  if (diskProblemOf(error) === 'full')
    return new BadRequestError('There is not enough free disk space to unpack the archive', { cause: error });
  const isDamage =
    error instanceof Error &&
    (('code' in error && String(error.code).startsWith('Z_')) || /tar|end of data|header/i.test(error.message));
  return isDamage ? new BadRequestError('The archive is damaged', { cause: error }) : fromDiskError(error);
}
