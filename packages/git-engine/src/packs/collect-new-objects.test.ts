import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawObject } from '../objects/cat-file';
import { type LocalGit, localGit } from '../testing/local-context';
import { randomHistory } from '../testing/random-history';
import { ScratchRepository } from '../testing/scratch-repository';
import { runGitSync } from '../write/test-repository';
import { collectNewObjects } from './collect-new-objects';
import { encodePack } from './encode-pack';

let git: LocalGit;
let scratch: ScratchRepository;
let folder: string;
beforeEach(() => {
  git = localGit();
  folder = mkdtempSync(path.join(tmpdir(), 'forgemesh-collect-'));
});
afterEach(() => {
  git.close();
  scratch.remove();
  rmSync(folder, { recursive: true });
});

const idOf = ({ type, data }: RawObject): string =>
  hash('sha1', Buffer.concat([Buffer.from(`${type} ${data.length}\0`), data]));

function collect(tips: string[], ...known: string[]): Promise<RawObject[] | null> {
  return collectNewObjects(git.context.repository(scratch.repo), tips, (id) => known.includes(id));
}

/** Ids of what `tip` reaches and other commits do not, by git. */
function newByGit(tip: string, known: string[]): string[] {
  const lines = scratch.git('rev-list', '--objects', '--no-object-names', tip, '--not', ...known);
  return lines.split('\n').filter(Boolean);
}

describe('the objects of small changes', () => {
  it.each([3, 4])('are those that git finds, for each commit of a generated history (%i)', async (seed) => {
    scratch = randomHistory({ seed, commits: 60 }).scratch;
    const other = path.join(folder, 'other.git');
    runGitSync(folder, ['init', '-q', '--bare', other]);
    const history = scratch.git('rev-list', '--topo-order', '--reverse', '--parents', '--all').split('\n');
    const packs: Buffer[] = [];
    for (const line of history) {
      const [id = '', ...parents] = line.split(' ');
      const objects = await collect([id], ...parents);
      const found = (objects ?? []).map(idOf);
      const wanted = newByGit(id, parents);
      expect(wanted.filter((one) => !found.includes(one))).toEqual([]);
      // What parents have at other paths is stored again, and nothing else.
      const reached = newByGit(id, []);
      expect(found.filter((one) => !reached.includes(one))).toEqual([]);
      packs.push(encodePack(objects ?? []));
    }
    for (const [at, pack] of packs.entries()) {
      const file = path.join(other, 'objects/pack', `pack-${String(at).padStart(40, '0')}.pack`);
      writeFileSync(file, pack);
      runGitSync(other, ['index-pack', '--strict', file]);
    }
    const tip = scratch.git('rev-parse', 'main');
    runGitSync(other, ['update-ref', 'refs/heads/main', tip]);
    runGitSync(other, ['fsck', '--full', '--strict']);
    const list = (repo: string): string => runGitSync(repo, ['rev-list', '--objects', tip]);
    expect(list(other)).toBe(list(scratch.repo));
  });

  it('include several commits, and tags', async () => {
    scratch = new ScratchRepository();
    const first = scratch.commit('one', { a: 'a\n' });
    scratch.commit('two', { 'b/c': 'c\n' });
    const third = scratch.commit('three', { 'b/d': 'd\n' });
    scratch.git('tag', '-a', '-m', 'release', 'v1');
    const tag = scratch.git('rev-parse', 'v1');
    const found = ((await collect([tag, third], first)) ?? []).map(idOf);
    expect(found.sort()).toEqual([...newByGit(third, [first]), tag].sort());
    expect(await collect([third], third)).toEqual([]);
  });

  it('are left to git if there are many, or one is large, absent or no commit', async () => {
    scratch = new ScratchRepository();
    const first = scratch.commit('one', { a: 'a\n' });
    expect(await collect([scratch.git('rev-parse', `${first}^{tree}`)])).toBeNull();
    expect(await collect(['1'.repeat(40)])).toBeNull();
    const parents = Array.from({ length: 9 }, (_, n) =>
      scratch.git('commit-tree', '-p', first, '-m', `${n}`, `${first}^{tree}`),
    );
    const merge = scratch.git('commit-tree', ...parents.flatMap((id) => ['-p', id]), '-m', 'merge', `${first}^{tree}`);
    expect(await collect([merge], ...parents)).toBeNull();
    const large = scratch.commit('large', { large: Buffer.alloc(200_000, 'x') });
    expect(await collect([large], first)).toBeNull();
    let tip = large;
    for (let n = 0; n < 21; n++) tip = scratch.commit(`${n}`, { a: `${n}` });
    expect(await collect([tip], large)).toBeNull();
    expect(await collect([tip], scratch.git('rev-parse', `${tip}~20`))).toHaveLength(60);
  });
});
