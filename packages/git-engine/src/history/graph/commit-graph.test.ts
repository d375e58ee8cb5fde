import { writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../../testing/local-context';
import { randomHistory } from '../../testing/random-history';
import type { ScratchRepository } from '../../testing/scratch-repository';
import { lastCommitForPath } from '../last-commit-for-path';
import { listCommits } from '../list-commits';
import { commitGraph } from './commit-graph';
import { pathKeys } from './path-filter';

describe('the commit graph', () => {
  let git: LocalGit;
  let scratch: ScratchRepository;

  beforeEach(() => {
    git = localGit();
    scratch = randomHistory({ seed: 5, commits: 120 }).scratch;
  });
  afterEach(() => {
    git.close();
    scratch.remove();
  });

  const write = () => scratch.git('commit-graph', 'write', '--reachable', '--changed-paths', '--split');
  const graph = () => commitGraph(git.context.repository(scratch.repo));
  const last = async (id: string, path: string) =>
    (await lastCommitForPath(git.context, { repo: scratch.repo, commit_id: id, path }))?.id;

  it('has the commits that git has, and no others', () => {
    const before = scratch.git('rev-parse', 'main');
    write();
    scratch.git('symbolic-ref', 'HEAD', 'refs/heads/main');
    const newer = scratch.git('commit-tree', '-p', before, '-m', 'newer', `${before}^{tree}`);
    expect(graph().node(newer)).toBeUndefined();
    expect(graph().node('main')).toBeUndefined();
    for (const line of scratch.git('log', '--all', '--format=%H %T %ct %P').split('\n')) {
      const [id = '', tree, time, ...parents] = line.split(' ');
      expect(graph().node(id)).toEqual({ tree, time: Number(time), parents: parents.filter(Boolean) });
    }
  });

  it('proves for most commits that they did not change a path, and never for one that did', () => {
    write();
    const commits = scratch.git('rev-list', '--all').split('\n');
    for (const path of ['src/main.c', 'src/deep/er/one.txt', 'src']) {
      const changed = new Set(
        scratch.git('log', '--all', '-m', '--first-parent', '--format=%H', '--', path).split('\n'),
      );
      const unchanged = commits.filter((id) => graph().isUnchanged(id, pathKeys(path)!));
      expect(unchanged.filter((id) => changed.has(id))).toEqual([]);
      expect(unchanged.length).toBeGreaterThan((commits.length - changed.size) * 0.6);
    }
    expect(pathKeys('docs/Über uns.md')).toBeUndefined();
    expect(pathKeys('a/'.repeat(50_000))).toHaveLength(1);
  });

  it('is read again when maintenance has replaced it', () => {
    expect(graph().node(scratch.git('rev-parse', 'main'))).toBeUndefined();
    write();
    const tip = scratch.git('rev-parse', 'main');
    expect(graph().find(tip)).toBeDefined();
    const newer = scratch.git('commit-tree', '-p', tip, '-m', 'newer', `${tip}^{tree}`);
    scratch.git('update-ref', 'refs/heads/main', newer);
    expect(graph().find(newer)).toBeUndefined();
    write();
    expect(graph().node(newer)).toMatchObject({ parents: [tip] });
  });

  it('is ignored when it is damaged', async () => {
    const main = scratch.git('rev-parse', 'main');
    const expected = scratch.git('rev-list', '-1', main, '--', 'src');
    write();
    const folder = join(scratch.repo, 'objects/info/commit-graphs');
    const file = readdirSync(folder).find((name) => name.startsWith('graph-'));
    scratch.git('config', 'core.commitGraph', 'false');
    writeFileSync(join(folder, `copy-of-${file}`), '');
    writeFileSync(join(folder, 'commit-graph-chain'), '../../../../etc/passwd\n');
    expect(graph().find(main)).toBeUndefined();
    expect(await last(main, 'src')).toBe(expected);
    const { commits } = await listCommits(git.context, { repo: scratch.repo, from: [main], limit: 1 });
    expect(commits[0]?.id).toBe(main);
  });
});
