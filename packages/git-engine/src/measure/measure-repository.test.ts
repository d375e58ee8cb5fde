import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { measureRepository, type RepositoryMeasures } from './measure-repository';

let git: LocalGit;
let scratch: ScratchRepository;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
});

afterEach(() => {
  git.close();
  scratch.remove();
});

function measure(counted: RepositoryMeasures['counted'] = null): Promise<RepositoryMeasures> {
  return measureRepository(git.context, { repo: scratch.repo, counted });
}

/** The size, computed by another program. */
function expectedSize(): number {
  const bytes = execFileSync('find', [scratch.repo, '-type', 'f', '-printf', '%s\\n'], { encoding: 'utf8' });
  return bytes.split('\n').reduce((sum, line) => sum + Number(line), 0);
}

/** Makes a folder look unchanged for a while: times that are too recent are not relied on. */
function age(name: string): string {
  const folder = join(scratch.repo, name);
  utimesSync(folder, new Date(0), new Date(0));
  return folder;
}

/** The checksum, computed as documented. */
function expectedChecksum(): string {
  const lines = scratch.git('for-each-ref', '--format=%(objectname) %(refname)').split('\n').filter(Boolean);
  const digests = lines.map((line) => BigInt(`0x${createHash('sha1').update(line).digest('hex')}`));
  return digests
    .reduce((sum, digest) => sum ^ digest, 0n)
    .toString(16)
    .padStart(40, '0');
}

describe('measureRepository', () => {
  it('returns the size, the commits of the default branch and a checksum of the refs', async () => {
    scratch.commit('first', { a: 'a' });
    const tip = scratch.commit('second', { b: 'b'.repeat(5_000) });
    scratch.git('tag', '-a', '-m', 'tag', 'v1');
    scratch.git('branch', 'other', 'HEAD~1');
    expect(await measure()).toEqual({ size: expectedSize(), counted: { tip, count: 2 }, checksum: expectedChecksum() });
  });

  it('reads a folder of objects again only when files were added or removed', async () => {
    scratch.commit('first', { a: 'a' });
    // No commit needs it, so that it can be removed.
    const id = scratch.gitWith({ input: 'unused' }, 'hash-object', '-w', '--stdin').trim();
    const object = join(age(`objects/${id.slice(0, 2)}`), id.slice(2));
    const { size } = await measure();
    // Nothing changes an object in place; this shows that it is not read again.
    appendFileSync(object, 'more');
    expect((await measure()).size).toBe(size);
    rmSync(object);
    expect((await measure()).size).toBe(expectedSize());
    scratch.commit('second', { b: 'b'.repeat(5_000) });
    expect((await measure()).size).toBe(expectedSize());
  });

  it('follows files that change in place', async () => {
    scratch.commit('first', { a: 'a' });
    age('objects/pack');
    const growing = join(scratch.repo, 'objects/pack/tmp_pack_1');
    writeFileSync(growing, 'part');
    age('objects/pack');
    for (const file of [growing, join(scratch.repo, 'logs/refs/heads/main')]) {
      await measure();
      appendFileSync(file, 'more');
      expect((await measure()).size).toBe(expectedSize());
    }
  });

  it('returns the same checksum however the refs are stored, and another for each change', async () => {
    scratch.commit('first', { a: 'a' });
    const { checksum } = await measure();
    scratch.git('pack-refs', '--all');
    expect((await measure()).checksum).toBe(checksum);
    scratch.git('branch', 'other');
    const more = (await measure()).checksum;
    expect(more).not.toBe(checksum);
    scratch.git('branch', '-D', 'other');
    expect((await measure()).checksum).toBe(checksum);
  });

  it('returns zeros without commits or folder', async () => {
    const zeros = '0'.repeat(40);
    expect(await measure()).toMatchObject({ counted: null, checksum: zeros });
    const none = await measureRepository(git.context, { repo: join(scratch.work, 'none'), counted: null });
    expect(none).toEqual({ size: 0, counted: null, checksum: zeros });
  });

  it('updates a previous count forwards, backwards and sideways', async () => {
    const first = scratch.commit('first');
    const second = scratch.commit('second');
    // A deliberately wrong number shows whether the count was based on it.
    expect((await measure({ tip: first, count: 101 })).counted).toEqual({ tip: second, count: 102 });
    scratch.git('checkout', '-q', '-b', 'side', first);
    scratch.commit('third');
    const fourth = scratch.commit('fourth');
    expect((await measure({ tip: second, count: 102 })).counted).toEqual({ tip: fourth, count: 103 });
    expect((await measure({ tip: fourth, count: 103 })).counted).toEqual({ tip: fourth, count: 103 });
    scratch.git('checkout', '-q', first);
    expect((await measure({ tip: fourth, count: 103 })).counted).toEqual({ tip: first, count: 101 });
    expect((await measure({ tip: '1'.repeat(40), count: 7 })).counted).toEqual({ tip: first, count: 1 });
  });

  it.each([
    ['names a commit that is not there', `${'1'.repeat(40)}\n`],
    ['holds no id', 'nonsense\n'],
  ])('returns no checksum if a ref %s', async (_what, content) => {
    const tip = scratch.commit('first', { a: 'a' });
    writeFileSync(join(scratch.repo, 'refs/heads/broken'), content);
    expect(await measure()).toMatchObject({ checksum: null, counted: { tip, count: 1 } });
  });
});
