import { execFileSync } from 'node:child_process';
import { type LocalGit, localGit } from '../testing/local-context';
import { randomHistory } from '../testing/random-history';
import { ScratchRepository } from '../testing/scratch-repository';
import { commitDiff, diffBetween } from './commit-diff';
import { compare } from './compare';
import { diffStats } from './diff-stats';
import type { TreeDiff } from './diff-trees';

let git: LocalGit;
let scratch: ScratchRepository;

afterEach(() => {
  git.close();
  scratch.remove();
});

/** The patches that git prints, starting at their `---` or `Binary` line. */
function patchesByGit(left: string, right: string): string[] {
  const text = scratch.git('-c', 'core.quotePath=false', 'diff-tree', '-p', '-M', '-r', '--no-commit-id', left, right);
  if (text === '') return [];
  return `\n${text}\n`
    .split('\ndiff --git ')
    .slice(1)
    .map((patch, index, all) => {
      const lines = (index < all.length - 1 ? `${patch}\n` : patch).split('\n');
      const start = lines.findIndex((line) => /^(--- |Binary files )/.test(line));
      return start < 0 ? '' : lines.slice(start).join('\n');
    });
}

/**
 * Status letters, modes and paths that git prints; a type change counts as deletion and creation.
 */
function filesByGit(left: string, right: string): string[] {
  const fields = scratch.git('diff-tree', '--raw', '-z', '-M', '-r', '--no-commit-id', left, right).split('\0');
  const files: string[] = [];
  while (fields.length > 1) {
    const [a, b, , , status] = fields.shift()!.slice(1).split(' ') as [string, string, string, string, string];
    const oldPath = fields.shift()!;
    const newPath = status.startsWith('R') ? fields.shift()! : oldPath;
    const sides =
      status === 'T'
        ? [
            [a, '0'],
            ['0', b],
          ]
        : [[a, b]];
    for (const [old, now] of sides) files.push([old, now, oldPath, newPath].join(' ').replace(/\b000000\b/g, '0'));
  }
  return files;
}

function expectAsGit(diff: TreeDiff, left: string, right: string): void {
  expect(diff.files.map((file) => [file.a_mode, file.b_mode, file.old_path, file.new_path].join(' '))).toEqual(
    filesByGit(left, right),
  );
  expect(diff.files.map((file) => file.diff)).toEqual(patchesByGit(left, right));
  expect(diff).toMatchObject({ overflow: false, total_files: diff.files.length });
  for (const file of diff.files) {
    expect(file.new_file).toBe(file.a_mode === '0');
    expect(file.deleted_file).toBe(file.b_mode === '0');
    expect(file.renamed_file).toBe(file.old_path !== file.new_path);
    expect(file.too_large).toBe(false);
  }
}

describe('the changes of a generated history', () => {
  beforeEach(() => {
    git = localGit();
    scratch = randomHistory({ seed: 21, commits: 150 }).scratch;
  });

  it('match git: merges against the first parent, root commits against the empty tree', async () => {
    const commits = scratch
      .git('rev-list', '--parents', '--all')
      .split('\n')
      .map((line) => line.split(' '));
    expect(commits.some((line) => line.length > 2) && commits.some((line) => line.length === 1)).toBe(true);
    for (const [id, parent = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'] of commits) {
      expectAsGit(
        await commitDiff(git.context, { repo: scratch.repo, commit_id: id! }),
        `${parent}^{tree}`,
        `${id}^{tree}`,
      );
    }
  });

  it('have the same statistics as in git', async () => {
    const commits = scratch
      .git('rev-list', '--parents', '--all')
      .split('\n')
      .map((line) => line.split(' '));
    const stats = await diffStats(git.context, { repo: scratch.repo, ids: commits.map(([id]) => id!) });
    for (const [index, [id, parent = '4b825dc642cb6eb9a060e54bf8d69288fbee4904']] of commits.entries()) {
      const lines = scratch
        .git('diff-tree', '-r', '-M', '--numstat', `${parent}^{tree}`, `${id}^{tree}`)
        .split('\n')
        .filter(Boolean);
      const total = (column: number): number =>
        lines.reduce((sum, line) => sum + (Number(line.split('\t')[column]) || 0), 0);
      expect(stats[index]).toEqual({ id, additions: total(0), deletions: total(1), files: lines.length });
    }
  });

  it('are compared with the common ancestor, or directly', async () => {
    const all = scratch.git('rev-list', 'main').split('\n');
    for (let turn = 0; turn < 12; turn += 1) {
      const [from, to] = [all[(turn * 37) % all.length]!, all[(turn * 91 + 5) % all.length]!];
      const over = await compare(git.context, { repo: scratch.repo, from, to });
      const straight = await compare(git.context, { repo: scratch.repo, from, to, straight: true });
      const commits = scratch.git('rev-list', `${from}..${to}`).split('\n').filter(Boolean);
      expect(over.commits.map((commit) => commit.id)).toEqual(commits);
      expect(straight.commits.map((commit) => commit.id)).toEqual(commits);
      expectAsGit(straight.diff, from, to);
      if (over.merge_base_id !== null) expectAsGit(over.diff, over.merge_base_id, to);
      const capped = await compare(git.context, { repo: scratch.repo, from, to, max_commits: 2 });
      expect(capped.commits.map((commit) => commit.id)).toEqual(commits.slice(0, 2));
      expect(capped.has_more_commits).toBe(commits.length > 2);
    }
  });

  it('are empty between equal commits', async () => {
    const main = scratch.git('rev-parse', 'main');
    const diff = await diffBetween(git.context, { repo: scratch.repo, from: main, to: main });
    expect(diff).toEqual({ files: [], total_files: 0, overflow: false });
  });
});

describe('limits', () => {
  let id: string;

  beforeEach(() => {
    git = localGit();
    scratch = new ScratchRepository();
    scratch.commit('first', { keep: 'x\n' });
    const files: Record<string, string> = { 'b-large': 'a long line of text\n'.repeat(10_000) };
    for (let i = 0; i < 30; i += 1) files[`c${String(i).padStart(2, '0')}`] = `line ${i}\n`.repeat(100);
    id = scratch.commit('second', files);
  });

  async function diff(limits?: object): Promise<TreeDiff> {
    return await commitDiff(git.context, { repo: scratch.repo, commit_id: id, limits });
  }

  it('leave out a large diff of one file', async () => {
    const { files, overflow, total_files } = await diff();
    expect({ overflow, total_files }).toEqual({ overflow: false, total_files: 31 });
    expect(files[0]).toMatchObject({ new_path: 'b-large', too_large: true, diff: '' });
    expect(files.slice(1).every((file) => !file.too_large && file.diff.startsWith('--- /dev/null\n+++ b/c'))).toBe(
      true,
    );
  });

  it('truncate the list of files', async () => {
    const { files, overflow, total_files } = await diff({ max_files: 5 });
    expect(files.map((file) => file.new_path)).toEqual(['b-large', 'c00', 'c01', 'c02', 'c03']);
    expect({ overflow, total_files }).toEqual({ overflow: true, total_files: 31 });
    expect(files[4]!.diff).toContain('+line 3\n');
  });

  it('limit the total size of the diffs', async () => {
    const { files, overflow } = await diff({ max_bytes: 5000 });
    expect(overflow).toBe(true);
    const shown = files.map((file) => file.diff !== '');
    expect(shown.lastIndexOf(true)).toBe(shown.filter(Boolean).length);
    expect(shown.filter(Boolean).length).toBeGreaterThan(2);
    expect(files.filter((file) => file.too_large)).toHaveLength(31 - shown.filter(Boolean).length);
  });

  it('abort a comparison that is far too large, and continue', async () => {
    const huge: Record<string, string> = { 'a-small': 'small\n' };
    for (const name of ['h1', 'h2', 'h3', 'h4']) huge[name] = `${name} is a line of text\n`.repeat(500_000);
    const large = scratch.commit('huge', huge);
    const result = await commitDiff(git.context, { repo: scratch.repo, commit_id: large });
    expect(result).toMatchObject({ overflow: true, total_files: 5 });
    expect(result.files[0]!.diff).toBe('--- /dev/null\n+++ b/a-small\n@@ -0,0 +1 @@\n+small\n');
    expect(result.files.slice(1).every((file) => file.too_large)).toBe(true);
    expect((await diff()).files).toHaveLength(31);
  });

  it('serve many concurrent comparisons', async () => {
    const ids = scratch.git('rev-list', '--all').split('\n');
    const comparisons = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const [commit, limit] = [ids[i % ids.length]!, 2 + (i % 7)];
        return [
          commit,
          limit,
          await commitDiff(git.context, { repo: scratch.repo, commit_id: commit, limits: { max_files: limit } }),
        ] as const;
      }),
    );
    for (const [commit, limit, comparison] of comparisons)
      expect(comparison.files.length).toBe(commit === id ? limit : 1);
  });

  it('retry after the process was killed', async () => {
    const before = diffProcesses();
    await diff();
    // Processes of the previous test may still be running.
    const [pid] = diffProcesses().filter((one) => !before.includes(one));
    process.kill(pid as number, 'SIGKILL');
    expect((await diff({ max_files: 30 })).files).toHaveLength(30);
    expect(diffProcesses()).not.toContain(pid);
  });
});

/** Ids of the persistent diff processes that are children of this process. */
function diffProcesses(): number[] {
  const processes = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
  const lines = processes.split('\n').filter((line) => line.includes(' diff-tree '));
  return lines.map((line) => Number(line.trim().split(' ')[0]));
}
