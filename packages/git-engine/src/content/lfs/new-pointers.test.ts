import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import { addedPointers, pushedPointers } from './new-pointers';
import { buildPointer, parsePointer } from './pointer';
import { pushedPaths } from './pushed-paths';

const oidOf = (name: string): string => createHash('sha256').update(name).digest('hex');

const pointer = (name: string, size = 12): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(name)}\nsize ${size}\n`;

describe('parsePointer', () => {
  const oid = oidOf('a');
  it.each([
    ['a pointer', pointer('a', 0), { oid, size: 0 }],
    ['a pointer of a large object', pointer('a', 5_000_000_000), { oid, size: 5_000_000_000 }],
    ['a pointer with an extension', pointer('a').replace('oid', `ext-0-foo sha256:${oid}\noid`), { oid, size: 12 }],
    ['a pointer of an early release', pointer('a').replace('git-lfs', 'hawser'), { oid, size: 12 }],
    ['a pointer without its last newline', pointer('a', 1234).trimEnd(), { oid, size: 1234 }],
    ['other text', 'x'.repeat(130), null],
    ['text before a pointer', `x${pointer('a')}`, null],
    ['text after a pointer', `${pointer('a')}more\n`, null],
    ['an id that is too short', pointer('a').replace(oid, oid.slice(1)), null],
    ['an impossible size', pointer('a').replace('size 12', 'size 9999999999999999'), null],
    ['a large file', pointer('a') + '\n'.repeat(1000), null],
  ])('%s', (_, content, expected) => {
    expect(parsePointer(Buffer.from(content))).toEqual(expected);
  });
});

describe('buildPointer', () => {
  it('writes what is read as a pointer', () => {
    const object = { oid: oidOf('a'), size: 12 };
    expect(buildPointer(object).toString()).toBe(pointer('a'));
    expect(parsePointer(buildPointer(object))).toEqual(object);
  });
});

describe('new pointers', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;
  let quarantine: string;

  beforeEach(() => {
    git = localGit();
    scratch = new ScratchRepository();
    quarantine = mkdtempSync(join(tmpdir(), 'forgemesh-quarantine-'));
  });
  afterEach(() => {
    git.close();
    scratch.remove();
    rmSync(quarantine, { recursive: true });
  });

  /** Moves what was added since a commit to a quarantine, loose or in a pack. */
  function toQuarantine(since: string, isPacked: boolean): Record<string, string> {
    const objects = scratch.git('rev-list', '--objects', '--no-object-names', 'HEAD', '--not', since);
    mkdirSync(join(quarantine, 'pack'));
    if (isPacked) scratch.gitWith({ input: objects }, 'pack-objects', '-q', join(quarantine, 'pack/pack'));
    for (const id of objects.split('\n')) {
      const file = join(id.slice(0, 2), id.slice(2));
      const from = join(scratch.repo, 'objects', file);
      if (!existsSync(from)) continue;
      if (!isPacked) cpSync(from, join(quarantine, file));
      rmSync(from);
    }
    scratch.git('update-ref', 'HEAD', since);
    return {
      GIT_OBJECT_DIRECTORY: quarantine,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: join(scratch.repo, 'objects'),
    };
  }

  it.each([
    ['loose objects', false],
    ['a pack', true],
  ])('are found in the quarantine of a push, in %s', async (_, isPacked) => {
    const before = scratch.commit('Before', { old: pointer('old') });
    scratch.commit('After', {
      'one.bin': pointer('one', 1),
      'same.bin': pointer('one', 1),
      'again.bin': pointer('old'),
      'text.txt': 'x'.repeat(500),
    });
    const tip = scratch.commit('Removed', { 'two.bin': pointer('two', 2), 'one.bin': 'gone' });
    const env = toQuarantine(before, isPacked);
    const found = await pushedPointers(git.context, { repo: scratch.repo, quarantine_env: env });
    expect(found.map(({ oid, size }) => [oid, size]).sort()).toEqual(
      [
        [oidOf('one'), 1],
        [oidOf('two'), 2],
      ].sort(),
    );
    const paths = ['one.bin', 'old', 'text.txt', 'none'];
    const changed = { repo: scratch.repo, tips: [tip], paths, quarantine_env: env };
    expect(await pushedPaths(git.context, changed)).toEqual(['one.bin', 'text.txt']);
  });

  it('are found in loose objects without starting git', async () => {
    const before = scratch.commit('Before', { old: pointer('old') });
    scratch.commit('After', {
      'one.bin': pointer('one', 1),
      // Cannot be compressed.
      'random.bin': randomBytes(1023),
      'largest.bin': pointer('largest').padEnd(1023),
      'larger.bin': pointer('larger').padEnd(1024),
      'zeros.bin': '\0'.repeat(5_000_000),
      'again.bin': pointer('old'),
    });
    const env = toQuarantine(before, false);
    const repository = git.context.repository(scratch.repo);
    const started = jest.spyOn(repository, 'spawn');
    const found = await pushedPointers(git.context, { repo: scratch.repo, quarantine_env: env });
    expect(found.map(({ oid }) => oid).sort()).toEqual([oidOf('one'), oidOf('largest')].sort());
    expect(started).not.toHaveBeenCalled();
  });

  it('are found among many loose objects', async () => {
    const before = scratch.commit('Before', { old: 'old' });
    const files = Array.from({ length: 220 }, (_, n) => [`${n}.bin`, pointer(`many ${n}`)] as const);
    scratch.commit('After', Object.fromEntries(files));
    const env = toQuarantine(before, false);
    expect(await pushedPointers(git.context, { repo: scratch.repo, quarantine_env: env })).toHaveLength(220);
  });

  it('are found among the objects that a commit would add to the branches', async () => {
    scratch.commit('Before', { old: pointer('old') });
    scratch.git('checkout', '-q', '--detach');
    const tip = scratch.commit('After', { 'one.bin': pointer('one'), 'large.bin': 'x'.repeat(3000) });
    expect((await addedPointers(git.context, { repo: scratch.repo, tip })).map(({ oid }) => oid)).toEqual([
      oidOf('one'),
    ]);
    scratch.git('branch', 'other');
    expect(await addedPointers(git.context, { repo: scratch.repo, tip })).toEqual([]);
  });

  it('are not looked for without a quarantine', async () => {
    expect(await pushedPointers(git.context, { repo: scratch.repo, quarantine_env: {} })).toEqual([]);
  });
});
