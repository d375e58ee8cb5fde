import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Spool, type SpoolOptions } from './spool';
import { SpoolSpace } from './spool-space';

const KIB = 1024;
const caller = { key: 'user 1', isAnonymous: false };
let folder: string;
let space: SpoolSpace;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-spool-'));
  space = new SpoolSpace(folder, { maxBytes: 8 * KIB * KIB, minFreeBytes: 0 });
});
const spools: Spool[] = [];
afterEach(() => {
  for (const spool of spools.splice(0)) spool.close();
  rmSync(folder, { recursive: true });
});

function createSpool(options: Partial<SpoolOptions> = {}): Spool {
  const spool = new Spool({ space, caller, writeTimeoutMs: 0, ...options });
  spools.push(spool);
  return spool;
}

/** Bytes that differ by their position. */
function pattern(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(at, at);
  return bytes;
}

async function writeAll(spool: Spool, bytes: Buffer, step = 50_000): Promise<void> {
  for (let at = 0; at < bytes.length; at += step) await spool.write(bytes.subarray(at, at + step));
  spool.end();
}

async function readAll(spool: Spool): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of spool) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a spool', () => {
  it('accepts everything while nobody reads, and returns it in order', async () => {
    const spool = createSpool();
    const bytes = pattern(1_900_000);
    await writeAll(spool, bytes);
    expect(space.bytes).toBeGreaterThan(1_500_000);
    expect((await readAll(spool)).equals(bytes)).toBe(true);
    spool.close();
    expect(space.bytes).toBe(0);
  });

  it('needs no file for a reader that keeps up', async () => {
    const spool = createSpool({ writeTimeoutMs: 60_000 });
    const bytes = pattern(20_000_000);
    const [, read] = await Promise.all([writeAll(spool, bytes), readAll(spool)]);
    expect(read.equals(bytes)).toBe(true);
    expect(space.bytes).toBe(0);
  });

  it('returns bytes in order to a reader that falls behind again and again', async () => {
    const spool = createSpool();
    const bytes = pattern(12_000_000);
    const writing = writeAll(spool, bytes, 70_001);
    const chunks: Buffer[] = [];
    for (let count = 0; ; count++) {
      if (count % 17 === 0) for (let turns = 0; turns < 20; turns++) await turn();
      const chunk = await spool.read();
      if (chunk === undefined) break;
      chunks.push(chunk);
    }
    await writing;
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  });

  it('waits for its reader when its caller has used up their share of the space', async () => {
    let full = 0;
    const spool = createSpool({ onFull: () => (full += 1) });
    const bytes = pattern(4_000_000);
    let isWritten = false;
    const writing = writeAll(spool, bytes).then(() => (isWritten = true));
    while (full === 0) await turn();
    // A quarter of the space.
    expect(space.bytes).toBeGreaterThan(1.9 * KIB * KIB);
    expect(space.bytes).toBeLessThanOrEqual(2 * KIB * KIB);
    expect(isWritten).toBe(false);
    const other = createSpool({ caller: { key: 'user 2', isAnonymous: false } });
    await writeAll(other, pattern(1_000_000));
    expect((await readAll(spool)).equals(bytes)).toBe(true);
    await writing;
    spool.close();
    other.close();
    expect(space.bytes).toBe(0);
  });

  it.each([
    ['the disk is nearly full', () => new SpoolSpace(folder, { minFreeBytes: Infinity })],
    [
      'no file can be created',
      () => (writeFileSync(path.join(folder, 'file'), ''), new SpoolSpace(path.join(folder, 'file'))),
    ],
  ])('waits for its reader when %s', async (_, createSpace) => {
    let isFull = false;
    const spool = createSpool({ space: createSpace(), onFull: () => (isFull = true) });
    const bytes = pattern(2_000_000);
    const writing = writeAll(spool, bytes);
    while (!isFull) await turn();
    expect((await readAll(spool)).equals(bytes)).toBe(true);
    await writing;
  });

  it('has space at the first request, also if several spools ask at the same time', async () => {
    const taken = await Promise.all([space.take(caller, KIB), space.take(caller, KIB), space.take(caller, KIB)]);
    expect(taken).toEqual([true, true, true]);
  });

  it('returns what was written before a failure, then the error', async () => {
    const spool = createSpool();
    await spool.write(Buffer.from('part'));
    spool.fail(new Error('lost'));
    expect(String(await spool.read())).toBe('part');
    await expect(spool.read()).rejects.toThrow('lost');
  });

  it('releases its writer, its reader and its space when it is closed', async () => {
    let isFull = false;
    const spool = createSpool({ onFull: () => (isFull = true) });
    const writing = writeAll(spool, pattern(4_000_000));
    while (!isFull) await turn();
    spool.close();
    await writing;
    expect([await spool.read(), space.bytes]).toEqual([undefined, 0]);
    const empty = createSpool();
    const reading = empty.read();
    empty.close();
    expect(await reading).toBeUndefined();
  });
});
