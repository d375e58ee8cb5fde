import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalClient, type LocalClient } from '../testing/local-client';
import { ScratchRepository } from '../testing/scratch-repository';
import { runGitSync } from '../write/test-repository';
import { groupPacks } from './join-packs';

let local: LocalClient;
let git: LocalClient['git'];
let scratch: ScratchRepository;
let folder: string;

beforeEach(() => {
  local = createLocalClient();
  git = local.git;
  scratch = new ScratchRepository();
  folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-packs-'));
});
afterEach(() => {
  local.close();
  scratch.remove();
  rmSync(folder, { recursive: true });
});

describe('packs of a repository', () => {
  it('contain everything with which it can be built again', async () => {
    scratch.commit('one', { a: 'a\n' });
    scratch.git('tag', '-a', '-m', 'release', 'v1');
    scratch.commit('two', { b: 'b\n' });
    const packs = await git.listPacks({ repo: scratch.repo });
    expect(packs.length).toBe(1);
    const { refs, head } = await git.listAllRefs({ repo: scratch.repo });
    expect(head).toBe('refs/heads/main');
    const repo = path.join(folder, 'again.git');
    const files = packs.map(({ file }) => file);
    expect(await git.createFromPacks({ repo, files, refs: [...refs], head: 'refs/heads/main' })).toBe(true);
    runGitSync(repo, ['fsck', '--strict']);
    expect(runGitSync(repo, ['for-each-ref'])).toBe(scratch.git('for-each-ref'));
    expect(runGitSync(repo, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
    expect(await git.createFromPacks({ repo, files, refs: [], head: 'refs/heads/main' })).toBe(false);
  });

  it('create nothing if one is damaged', async () => {
    const file = path.join(folder, 'damaged');
    writeFileSync(file, 'PACK');
    const repo = path.join(folder, 'again.git');
    const creation = git.createFromPacks({ repo, files: [file], refs: [], head: 'refs/heads/main' });
    await expect(creation).rejects.toMatchObject({ name: 'GitError', reason: 'git_failed' });
    expect(existsSync(repo)).toBe(false);
  });
});

describe('a pack of new objects', () => {
  it('has what the refs do not reach, and can be added elsewhere, also twice', async () => {
    const first = scratch.commit('one', { a: 'a\n' });
    const files = (await git.listPacks({ repo: scratch.repo })).map(({ file }) => file);
    const repo = path.join(folder, 'other.git');
    await git.createFromPacks({ repo, files, refs: [{ name: 'refs/heads/main', id: first }], head: 'refs/heads/main' });
    const second = scratch.commit('two', { b: 'b\n' });
    scratch.git('update-ref', 'refs/heads/main', first);
    const file = path.join(folder, 'new');
    expect(await git.packNewObjects({ repo: scratch.repo, tips: [second], exclude: [first], file })).toEqual({
      count: 3,
    });
    for (let round = 0; round < 2; round++) await git.installPacks({ repo, files: [file] });
    await git.updateRefs({ repo, updates: [{ ref: 'refs/heads/main', old: first, new: second }] });
    runGitSync(repo, ['fsck', '--strict']);
  });

  it('has many or large objects, too', async () => {
    const first = scratch.commit('one', { a: 'a\n' });
    for (let n = 0; n < 25; n++) scratch.commit(`${n}`, { a: `${n}` });
    const tip = scratch.commit('large', { large: Buffer.alloc(3_000_000, 'x') });
    scratch.git('update-ref', 'refs/heads/main', first);
    const file = path.join(folder, 'new');
    expect(await git.packNewObjects({ repo: scratch.repo, tips: [tip], exclude: [first], file })).toEqual({
      count: 78,
    });
    const repo = path.join(folder, 'other.git');
    await git.createFromPacks({
      repo,
      files: [...(await git.listPacks({ repo: scratch.repo })).map((pack) => pack.file), file],
      refs: [{ name: 'refs/heads/main', id: tip }],
      head: 'refs/heads/main',
    });
    runGitSync(repo, ['fsck', '--strict']);
  });

  it('is absent if nothing is new', async () => {
    const tip = scratch.commit('one', { a: 'a\n' });
    const file = path.join(folder, 'new');
    expect(await git.packNewObjects({ repo: scratch.repo, tips: [tip], exclude: [], file })).toEqual({ count: 0 });
    expect(existsSync(file)).toBe(false);
  });

  it('is written although another ref is damaged', async () => {
    const tip = scratch.commit('one', { a: 'a\n' });
    scratch.git('update-ref', '-d', 'refs/heads/main');
    scratch.write('.git/refs/heads/broken', `${'1'.repeat(40)}\n`);
    const file = path.join(folder, 'new');
    expect(await git.packNewObjects({ repo: scratch.repo, tips: [tip], exclude: [], file })).toEqual({ count: 3 });
  });

  it('is refused if an object is missing', async () => {
    scratch.commit('one', { a: 'a\n' });
    const file = path.join(folder, 'new');
    const missing = git.packNewObjects({ repo: scratch.repo, tips: ['1'.repeat(40)], exclude: [], file });
    await expect(missing).rejects.toMatchObject({ reason: 'object_not_found' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('many small packs', () => {
  /** Packs of one commit each. */
  const packCommits = async (names: readonly string[]) => {
    const files: string[] = [];
    let before: string | undefined;
    for (const [at, name] of names.entries()) {
      const file = path.join(folder, `${at}`);
      const tip = scratch.commit(name, { [name]: `${name}\n`.repeat(50) });
      scratch.git('update-ref', '-d', 'refs/heads/main');
      await git.packNewObjects({ repo: scratch.repo, tips: [tip], exclude: before ? [before] : [], file });
      scratch.git('update-ref', 'refs/heads/main', tip);
      files.push(file);
      before = tip;
    }
    return { files, tip: String(before) };
  };
  const create = async (files: string[], tip: string) => {
    const repo = path.join(folder, 'other.git');
    await git.createFromPacks({ repo, files, refs: [{ name: 'refs/heads/main', id: tip }], head: 'refs/heads/main' });
    return repo;
  };
  const count = (repo: string) => runGitSync(repo, ['count-objects', '-v']);

  it('are added as one, also if one is named twice', async () => {
    const { files, tip } = await packCommits(['one', 'two', 'three', 'four']);
    const repo = await create([...files, files[1] ?? ''], tip);
    runGitSync(repo, ['fsck', '--strict']);
    expect(count(repo)).toMatch(/in-pack: 12\npacks: 1\n[^]*garbage: 0/);
    expect(readdirSync(path.join(repo, 'objects')).sort()).toEqual(['info', 'pack']);
  });

  it('are divided until they have no objects in common', async () => {
    const { files, tip } = await packCommits(['one', 'two']);
    const all = path.join(folder, 'all');
    scratch.git('update-ref', '-d', 'refs/heads/main');
    await git.packNewObjects({ repo: scratch.repo, tips: [tip], exclude: [], file: all });
    const repo = await create([...files, all], tip);
    runGitSync(repo, ['fsck', '--strict']);
    expect(count(repo)).toMatch(/packs: 2\n[^]*garbage: 0/);
  });

  it('stay apart if one has deltas by the id of an object of another one', async () => {
    const lines = Array.from({ length: 200 }, (_, line) => `line ${line}`);
    const packAll = (name: string) => {
      const written = scratch.gitWith({ input: '' }, 'pack-objects', '-q', '--revs', '--all', path.join(folder, name));
      return path.join(folder, `${name}-${written.trim()}.pack`);
    };
    scratch.commit('one', { file: lines.join('\n') });
    const one = packAll('one');
    const tip = scratch.commit('two', { file: [...lines, 'new'].join('\n') });
    const both = packAll('both');
    expect(scratch.git('verify-pack', '-v', both)).toContain('chain length = 1: 1 object');
    const repo = await create([one, both], tip);
    runGitSync(repo, ['fsck', '--strict']);
    expect(count(repo)).toMatch(/packs: 2\n[^]*garbage: 0/);
  });

  it.each([
    ['its content', (pack: Buffer) => pack.writeUInt8(pack.readUInt8(20) ^ 1, 20)],
    ['its header', (pack: Buffer) => pack.writeUInt8(0, 0)],
    ['its number of objects', (pack: Buffer) => pack.writeUInt8(9, 11)],
  ])('are refused if one is damaged in %s', async (_what, damage) => {
    const { files, tip } = await packCommits(['one', 'two']);
    const pack = readFileSync(files[0] ?? '');
    damage(pack);
    writeFileSync(files[0] ?? '', pack);
    await expect(create(files, tip)).rejects.toMatchObject({ reason: 'git_failed' });
    expect(existsSync(path.join(folder, 'other.git'))).toBe(false);
  });

  it('are divided by their size', async () => {
    const sizes = [10, 20, 2_000_000, 30, 40, 1_000_000];
    const files = sizes.map((size, at) => {
      const file = path.join(folder, `${at}`);
      writeFileSync(file, Buffer.alloc(size));
      return file;
    });
    const groups = await groupPacks(files);
    expect(groups.map((group) => group.map((file) => path.basename(file)))).toEqual([
      ['0', '1'],
      ['2'],
      ['3', '4', '5'],
    ]);
    const many = Array.from({ length: 20 }, () => files[5] ?? '');
    expect((await groupPacks(many)).map(({ length }) => length)).toEqual([16, 4]);
  });
});

describe('combined packs', () => {
  it('have the objects of all, also those that no ref reaches', async () => {
    const files: string[] = [];
    const tips: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const file = path.join(folder, name);
      const before = tips.at(-1);
      const tip = scratch.commit(name, { [name]: name });
      scratch.git('update-ref', '-d', 'refs/heads/main');
      await git.packNewObjects({ repo: scratch.repo, tips: [tip], exclude: before ? [before] : [], file });
      scratch.git('update-ref', 'refs/heads/main', tip);
      files.push(file);
      tips.push(tip);
    }
    const file = path.join(folder, 'combined');
    await git.combinePacks({ files: [...files, files[0] ?? ''], file });
    expect(readdirSync(folder).sort()).toEqual(['combined', 'one', 'three', 'two']);
    const repo = path.join(folder, 'other.git');
    await git.createFromPacks({ repo, files: [file], refs: [], head: 'refs/heads/main' });
    for (const tip of tips) runGitSync(repo, ['rev-list', '--objects', tip]);
    const [type] = runGitSync(repo, ['count-objects', '-v']).match(/packs: \d+/) ?? [];
    expect(type).toBe('packs: 1');
  });

  it('are not written if one is damaged', async () => {
    const damaged = path.join(folder, 'damaged');
    writeFileSync(damaged, 'PACK');
    const combined = git.combinePacks({ files: [damaged], file: path.join(folder, 'combined') });
    await expect(combined).rejects.toMatchObject({ reason: 'git_failed' });
    expect(readdirSync(folder)).toEqual(['damaged']);
  });
});
