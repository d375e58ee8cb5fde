import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ScratchRepository } from '../../testing/scratch-repository';
import { PackPool } from './pack-pool';

const IDLE_MS = 60_000;

let scratch: ScratchRepository;
let folder: string;
/** The only pack at first. */
let first: string;
/** Copies of it. */
let names: string[];

beforeAll(() => {
  scratch = new ScratchRepository();
  scratch.commit('one', { a: '1' });
  scratch.git('repack', '-adq');
  folder = join(scratch.repo, 'objects/pack');
  first = readdirSync(folder)
    .find((name) => name.endsWith('.pack'))!
    .replace('.pack', '');
  names = Array.from({ length: 6 }, (_, n) => `pack-${String(n).repeat(40)}`);
  for (const name of names) {
    for (const extension of ['pack', 'idx'])
      cpSync(join(folder, `${first}.${extension}`), join(folder, `${name}.${extension}`));
  }
});
afterAll(() => scratch.remove());

describe('the pool of open packs', () => {
  it('closes the packs over its limit that were not used lately', () => {
    const pool = new PackPool(IDLE_MS, { maxPacks: 3 });
    const [used, second, third] = names.slice(0, 3).map((name) => pool.open(folder, name));
    for (const pack of [second!, third!]) pack.wasUsed = false;
    pool.open(folder, names[3]!);
    expect([used, second, third].map((pack) => pack!.isClosed)).toEqual([false, true, false]);
    pool.open(folder, names[4]!);
    expect([used, second, third].map((pack) => pack!.isClosed)).toEqual([false, true, true]);
    expect(pool.size).toBe(3);
    pool.close();
    expect(used!.isClosed).toBe(true);
    expect(pool.size).toBe(0);
  });

  it('limits the memory of all indexes', () => {
    const probe = new PackPool(IDLE_MS);
    const { bytes } = probe.open(folder, names[0]!).index;
    probe.close();
    const pool = new PackPool(IDLE_MS, { maxIndexBytes: 2 * bytes });
    for (const name of names) pool.open(folder, name);
    expect(pool.size).toBe(2);
    pool.close();
  });

  it('limits the memory of recent objects', () => {
    const pool = new PackPool(IDLE_MS, { maxObjectBytes: 10_000 });
    const pack = pool.open(folder, names[0]!);
    const other = pool.open(folder, names[1]!);
    const object = { type: 'blob' as const, data: Buffer.alloc(750) };
    for (let offset = 0; offset < 30; offset += 1) {
      pool.saveRecent(offset % 2 === 0 ? pack : other, offset, object);
      // The one that is used stays.
      expect(pool.findRecent(pack, 0)).toBe(object);
    }
    const offsets = Array.from({ length: 30 }, (_, offset) => offset);
    const left = [pack, other].flatMap((one) => offsets.filter((offset) => one.recent.find(offset) !== undefined));
    expect(left.length).toBeGreaterThanOrEqual(5);
    expect(left.length).toBeLessThanOrEqual(12);
    pool.close();
  });

  it('opens no pack whose index does not belong to it, and none that is missing', () => {
    const pool = new PackPool(IDLE_MS);
    scratch.commit('two', { a: '2' });
    scratch.git('repack', '-dq');
    const known = [first, ...names].map((name) => `${name}.pack`);
    const other = readdirSync(folder).find((name) => name.endsWith('.pack') && !known.includes(name));
    cpSync(join(folder, other!), join(folder, `${names[0]}.pack`), { force: true });
    expect(() => pool.open(folder, names[0]!)).toThrow('another pack');
    expect(() => pool.open(folder, `pack-${'a'.repeat(40)}`)).toThrow('ENOENT');
    expect(pool.size).toBe(0);
    pool.close();
  });
});
