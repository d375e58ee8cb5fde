import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { openArchive, type ArchiveLimits } from './open-archive';
import { Spool } from './spooled-files';

const MEGABYTE = 1024 * 1024;
const limits: ArchiveLimits = {
  maxEntries: 10,
  maxEntryBytes: 40 * MEGABYTE,
  maxBytes: 60 * MEGABYTE,
  maxLines: 20,
  maxRatio: 100,
  maxSeconds: 60,
  minFreeBytes: 0,
};
const sound = { VERSION: '0.2.4', 'project.json': '{}' };

/** An archive with entries by name. */
async function archiveOf(contents: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(contents)) tar.entry({ name }, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar.pipe(createGzip())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('openArchive', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function open(contents: Record<string, string | Buffer>, own: Partial<ArchiveLimits> = {}): Promise<string[]> {
    const archive = await archiveOf(contents);
    const opened = await openArchive(
      async () =>
        (async function* () {
          yield archive;
        })(),
      new Spool(folder),
      { limits: { ...limits, ...own } },
    );
    return [...opened.files.keys()];
  }

  it('returns the entries of a valid archive', async () => {
    expect(await open(sound)).toEqual(['VERSION', 'project.json']);
  });

  it.each<[string, Record<string, string | Buffer>, Partial<ArchiveLimits>]>([
    ['The archive has too many entries', sound, { maxEntries: 1 }],
    ['The archive has too many lines', { ...sound, 'tree/project/labels.ndjson': '{}\n{}\n{}' }, { maxLines: 2 }],
    ['The archive has too many lines', { ...sound, 'tree/project/unknown.ndjson': '\n'.repeat(21) }, {}],
    [
      'The archive has an entry that is too large',
      { ...sound, 'project.json': Buffer.alloc(101) },
      { maxEntryBytes: 100 },
    ],
    [
      'The archive is too large when it is unpacked',
      { ...sound, 'project.json': Buffer.alloc(101) },
      { maxBytes: 100 },
    ],
    ['The archive is compressed too much', { ...sound, 'project.json': Buffer.alloc(32 * MEGABYTE) }, {}],
    ['The archive takes too long to unpack', sound, { maxSeconds: -1 }],
    ['There is not enough free disk space to unpack the archive', sound, { minFreeBytes: Number.MAX_SAFE_INTEGER }],
  ])('rejects an archive before anything is stored: %s', async (text, contents, own) => {
    await expect(open(contents, own)).rejects.toMatchObject({
      reason: 'bad_request',
      message: expect.stringMatching(text),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('stores the relations of the tree that are imported, and counts the entries of others', async () => {
    const archive = await archiveOf({
      VERSION: '0.2.4',
      'tree/project.json': '{}',
      'tree/project/labels.ndjson': '{}\n',
      'tree/project/user_contributions.ndjson': '{}\n',
      'tree/project/unknown.ndjson': '{}\n{}',
      'tree/project/empty.ndjson': '',
      'project.design.bundle': 'x',
      'lfs-objects/1': 'x',
      'lfs-objects/2': 'x',
      [`lfs-objects/${'a'.repeat(64)}`]: 'x',
      'lfs-objects.json': '{}',
    });
    const { files, omitted } = await openArchive(async () => Readable.from([archive]), new Spool(folder), {
      limits: { ...limits, maxEntries: 20 },
    });
    expect([...files.keys()]).toEqual([
      'VERSION',
      'tree/project.json',
      'tree/project/labels.ndjson',
      `lfs-objects/${'a'.repeat(64)}`,
      'lfs-objects.json',
    ]);
    expect(Object.fromEntries(omitted)).toEqual({ unknown: 2, designs: 1, lfs_objects: 2 });
  });

  it('ignores the compression ratio of small archives', async () => {
    expect(await open({ ...sound, 'project.json': Buffer.alloc(8 * MEGABYTE) })).toContain('project.json');
  });
});
