import { execFile } from 'node:child_process';
import type * as Files from 'node:fs/promises';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type LocalGit, localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { runGitSync } from '../write/test-repository';
import { forkRepository } from './fork-repository';

const run = promisify(execFile);

describe('a forked repository', () => {
  let scratch: ScratchRepository;
  let source: string;
  let target: string;
  let git: LocalGit;

  beforeEach(() => {
    scratch = new ScratchRepository();
    source = scratch.repo;
    target = path.join(scratch.work, 'forks', 'a', 'fork.git');
    git = localGit();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    git.close();
    scratch.remove();
  });

  const fork = (to = target): Promise<boolean> => forkRepository(git.context.repository(source), to);
  const refsOf = (repo: string): string =>
    runGitSync(repo, ['for-each-ref', '--format=%(objectname) %(refname) %(*objectname)']);
  const packsOf = (repo: string): string[] => readdirSync(path.join(repo, 'objects/pack')).sort();

  it('has the branches, tags and HEAD of its source, and no other refs, reflogs or hooks', async () => {
    scratch.commit('First', { 'a.txt': 'a' });
    scratch.git('tag', '-a', '-m', 'Packed', 'packed');
    scratch.git('pack-refs', '--all');
    scratch.git('tag', '-a', '-m', 'Loose', 'loose');
    scratch.git('branch', 'Ünicode/ﬀ');
    scratch.git('branch', '𝒶stral');
    scratch.git('update-ref', 'refs/merge-requests/1/head', 'HEAD');
    scratch.git('symbolic-ref', 'HEAD', 'refs/heads/𝒶stral');
    expect(await fork()).toBe(true);
    expect(refsOf(target)).toBe(
      refsOf(source)
        .split('\n')
        .filter((line) => !line.includes('merge-requests'))
        .join('\n'),
    );
    expect(runGitSync(target, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/𝒶stral');
    expect(runGitSync(target, ['rev-parse', 'refs/heads/𝒶stral'])).toBe(scratch.git('rev-parse', 'main'));
    expect(readdirSync(target).sort()).toEqual(['HEAD', 'config', 'objects', 'packed-refs', 'refs']);
    expect(readdirSync(path.join(target, 'refs/heads'))).toEqual([]);
    runGitSync(target, ['fsck', '--strict']);
  });

  it('shares objects with its source, uses no disk space and survives it', async () => {
    scratch.commit('First', { 'a.txt': 'a' });
    scratch.git('repack', '-adb', '-q');
    scratch.git('commit-graph', 'write', '--reachable', '--split', '--changed-paths');
    const tip = scratch.commit('Second', { 'b.txt': 'b' });
    await fork();
    const packs = packsOf(source);
    expect(packs.some((name) => name.endsWith('.bitmap'))).toBe(true);
    expect(packsOf(target)).toEqual(packs);
    const [graph = ''] = readdirSync(path.join(source, 'objects/info/commit-graphs')).filter((name) =>
      name.startsWith('graph'),
    );
    const loose = `${tip.slice(0, 2)}/${tip.slice(2)}`;
    for (const file of [...packs.map((name) => `pack/${name}`), loose, `info/commit-graphs/${graph}`]) {
      const [one, other] = [source, target].map((repo) => statSync(path.join(repo, 'objects', file)));
      expect(other?.ino).toBe(one?.ino);
    }
    rmSync(source, { recursive: true });
    expect(runGitSync(target, ['rev-list', '--count', 'main'])).toBe('2');
    runGitSync(target, ['commit-graph', 'verify']);
    runGitSync(target, ['fsck', '--strict']);
  });

  it('is not created from an empty repository', async () => {
    expect(await fork()).toBe(false);
    expect(existsSync(target)).toBe(false);
    source = path.join(scratch.work, 'nowhere.git');
    expect(await fork()).toBe(false);
  });

  it('is created once, and leftovers of a crash are removed', async () => {
    scratch.commit('First', { 'a.txt': 'a' });
    mkdirSync(path.join(path.dirname(target), '.new-fork.git-0123456789abcdef/objects'), { recursive: true });
    const forks = await Promise.all(Array.from({ length: 6 }, () => fork()));
    expect(forks.filter(Boolean)).toHaveLength(1);
    expect(await fork()).toBe(false);
    expect(readdirSync(path.dirname(target))).toEqual(['fork.git']);
    runGitSync(target, ['fsck', '--strict']);
  });

  it('has copies if the file system allows no further links', async () => {
    scratch.commit('First', { 'a.txt': 'a' });
    scratch.git('repack', '-ad', '-q');
    const files = jest.requireActual<typeof Files>('node:fs/promises');
    jest.spyOn(files, 'link').mockRejectedValue(Object.assign(new Error('too many links'), { code: 'EMLINK' }));
    expect(await fork()).toBe(true);
    for (const name of packsOf(target)) {
      const [one, other] = [source, target].map((repo) => path.join(repo, 'objects/pack', name));
      expect(statSync(other ?? '').ino).not.toBe(statSync(one ?? '').ino);
      expect(readFileSync(other ?? '')).toEqual(readFileSync(one ?? ''));
    }
    runGitSync(target, ['fsck', '--strict']);
  });

  it('is complete during pushes and repacks', async () => {
    scratch.commit('First', { 'a.txt': 'a' });
    let pushes = 0;
    let ended = false;
    const options = { cwd: scratch.work, env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' } };
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'gc.auto=0'];
    const write = async (): Promise<void> => {
      while (!ended) {
        pushes += 1;
        writeFileSync(path.join(scratch.work, 'a.txt'), `${pushes}\n`.repeat(200));
        await run('git', [...identity, 'commit', '-qam', `Change ${pushes}`], options);
        if (pushes % 3 === 0) await run('git', ['repack', '-ad', '-q'], options);
        if (pushes % 5 === 0) await run('git', ['pack-refs', '--all', '--prune'], options);
      }
    };
    const writing = write();
    const targets: string[] = [];
    try {
      while (targets.length < 25 || pushes <= 3) {
        const to = path.join(scratch.work, 'forks', `${targets.length}.git`);
        targets.push(to);
        expect(await fork(to)).toBe(true);
      }
    } finally {
      ended = true;
      await writing;
    }
    for (const to of targets) runGitSync(to, ['fsck', '--strict']);
  });
});
