import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScratchRepository } from '../testing/scratch-repository';
import { findSmallBlobs, isSearchable } from './small-blobs';

const SIZES = { min: 126, max: 1023 };

/** Lines that differ in every file, so that files of one kind are similar. */
const text = (seed: number, lines: number): string =>
  Array.from({ length: lines }, (_, n) => `${(seed * 7919 + n * n * 31) % 1009} line ${n}\n`).join('');

describe('findSmallBlobs', () => {
  let scratch: ScratchRepository;
  let folder: string;

  beforeAll(() => {
    scratch = new ScratchRepository();
    const files: Record<string, string> = {};
    for (let n = 0; n < 60; n++) files[`folder-${n % 5}/file-${n}`] = text(n, 1 + (n % 20) * 8);
    scratch.commit('Files', files);
    // Small changes of a large file become deltas, and so do files that are parts of it.
    for (const lines of [300, 299, 200, 60, 20, 10, 9]) scratch.commit(`${lines} lines`, { large: text(1, lines) });
    folder = mkdtempSync(join(tmpdir(), 'forgemesh-small-blobs-'));
    mkdirSync(join(folder, 'pack'));
  });
  afterAll(() => {
    scratch.remove();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['whose deltas name the offset of their base', ['--delta-base-offset', '--window=100']],
    ['whose deltas name the id of their base', ['--window=100']],
    ['without deltas', ['--window=0', '--no-reuse-delta']],
  ])('finds blobs in a pack %s', async (_, options) => {
    const objects = scratch.git('rev-list', '--objects', '--no-object-names', 'HEAD');
    const name = scratch
      .gitWith({ input: objects }, 'pack-objects', '-q', ...options, join(folder, 'pack/pack'))
      .trim();
    const pack = join(folder, `pack/pack-${name}`);
    const rows = scratch
      .git('verify-pack', '-v', `${pack}.idx`)
      .split('\n')
      .map((line) => line.split(/\s+/));
    const isDelta = new Set(rows.filter((row) => row.length > 5).map(([id]) => id));
    const sizes = scratch
      .gitWith({ input: objects }, 'cat-file', '--batch-check')
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    const expected = sizes
      .filter(([, type, size]) => type === 'blob' && Number(size) >= SIZES.min && Number(size) <= SIZES.max)
      .map(([id]) => id as string);
    expect(expected.some((id) => isDelta.has(id))).toBe(!options.includes('--window=0'));
    expect(await isSearchable(pack)).toBe(true);
    const ids: string[] = [];
    const deltas: string[] = [];
    for await (const found of findSmallBlobs(pack, SIZES)) {
      ids.push(...found.ids);
      deltas.push(...found.deltas);
    }
    expect(ids.sort()).toEqual(expected.filter((id) => !isDelta.has(id)).sort());
    expect(deltas.filter((id) => expected.includes(id)).sort()).toEqual(
      expected.filter((id) => isDelta.has(id)).sort(),
    );
    expect(deltas.filter((id) => !isDelta.has(id))).toEqual([]);
  });
});
