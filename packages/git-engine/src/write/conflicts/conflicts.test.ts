import { type LocalGit, localGit } from '../../testing/local-context';
import { ScratchRepository } from '../../testing/scratch-repository';
import type { ConflictResolution } from './conflict.types';
import { listConflicts, type ListConflictsResult } from './list-conflicts';
import { resolveConflicts } from './resolve-conflicts';
import { splitConflicts } from './text-conflicts';

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

const ada = { name: 'Ada', email: 'ada@example.com', time: 1_600_000_000, zone: '+0000' };

/** Commits a base and two sides; a file that is null is deleted. */
function diverge(
  base: Record<string, string | Buffer>,
  sides: Record<'ours' | 'theirs', Record<string, string | Buffer | null>>,
): { ours: string; theirs: string } {
  const first = scratch.commit('base', base);
  const commit = (side: 'ours' | 'theirs'): string => {
    scratch.git('checkout', '-q', first);
    for (const [path, content] of Object.entries(sides[side])) {
      if (content === null) scratch.git('rm', '-q', path);
      else scratch.write(path, content);
    }
    scratch.git('add', '-A');
    scratch.git('commit', '-q', '-m', side);
    return scratch.git('rev-parse', 'HEAD');
  };
  return { ours: commit('ours'), theirs: commit('theirs') };
}

function list(sides: { ours: string; theirs: string }): Promise<ListConflictsResult> {
  const { repo } = scratch;
  return listConflicts(git.context, git.context.repository(repo), { repo, ...sides });
}

async function resolve(
  sides: { ours: string; theirs: string },
  resolutions: ConflictResolution[],
  message = 'Merge',
): Promise<string> {
  const { repo } = scratch;
  const input = { repo, ...sides, resolutions, message, author: ada, committer: ada };
  return (await resolveConflicts(git.context, git.context.repository(repo), input)).commit_id;
}

describe('conflicts of a merge', () => {
  it('are listed by section and resolved by section', async () => {
    const sides = diverge(
      { file: '1\n2\n3\n4\n5\n6\n7\n8\n9\n' },
      {
        ours: { file: '1\ntwo\n3\n4\n5\n6\n7\neight\n9\n' },
        theirs: { file: '1\nsecond\nmore\n3\n4\n5\n6\n7\nlast\n9\n' },
      },
    );
    const { files, files_count } = await list(sides);
    expect(files_count).toBe(1);
    expect(files[0]).toMatchObject({ path: 'file', kind: 'text', ours: { mode: '100644' } });
    expect(files[0]?.sections).toEqual([
      { id: null, ours: '1\n', theirs: '1\n', our_line: 1, their_line: 1 },
      { id: '1', ours: 'two\n', theirs: 'second\nmore\n', our_line: 2, their_line: 2 },
      { id: null, ours: '3\n4\n5\n6\n7\n', theirs: '3\n4\n5\n6\n7\n', our_line: 3, their_line: 4 },
      { id: '2', ours: 'eight\n', theirs: 'last\n', our_line: 8, their_line: 9 },
      { id: null, ours: '9\n', theirs: '9\n', our_line: 9, their_line: 10 },
    ]);
    const commit = await resolve(sides, [{ path: 'file', sections: { 1: 'ours', 2: 'theirs' } }]);
    expect(scratch.git('show', `${commit}:file`)).toBe('1\ntwo\n3\n4\n5\n6\n7\nlast\n9');
    expect(scratch.git('log', '-1', '--format=%P %s %an', commit)).toBe(`${sides.ours} ${sides.theirs} Merge Ada`);
    scratch.git('fsck', '--strict');
  });

  it('are resolved with new content, which keeps other files merged', async () => {
    const sides = diverge(
      { file: 'a\n', other: '1\n' },
      { ours: { file: 'b\n', one: '1\n' }, theirs: { file: 'c\n', other: '2\n' } },
    );
    const commit = await resolve(sides, [{ path: 'file', content: 'b and c\n' }]);
    expect(scratch.git('show', `${commit}:file`)).toBe('b and c');
    expect(scratch.git('show', `${commit}:other`)).toBe('2');
    expect(scratch.git('show', `${commit}:one`)).toBe('1');
  });

  it('do not mistake lines of a file for markers', async () => {
    const sides = diverge(
      { file: 'Title\n' },
      { ours: { file: 'Ours\n=======\n>>>>>>> x\n' }, theirs: { file: 'Theirs\n========\n<<<<<<< y\n' } },
    );
    const { files } = await list(sides);
    expect(files[0]?.sections).toEqual([
      {
        id: '1',
        ours: 'Ours\n=======\n>>>>>>> x\n',
        theirs: 'Theirs\n========\n<<<<<<< y\n',
        our_line: 1,
        their_line: 1,
      },
    ]);
  });

  it('have kinds; all but those of paths are resolved with one side', async () => {
    const big = (line: string): string => `${line.repeat(79)}\n`.repeat(3_000);
    const sides = diverge(
      { binary: Buffer.from('a\0b'), gone: 'x\n', left: 'x\n', big: big('1'), 'move me': '1\n2\n3\n4\n' },
      {
        ours: { binary: Buffer.from('a\0c'), gone: 'y\n', left: null, big: big('2'), added: 'ours\n' },
        theirs: { binary: Buffer.from('a\0d'), gone: null, left: 'y\n', big: big('3'), added: 'theirs\n' },
      },
    );
    const { files } = await list(sides);
    expect(Object.fromEntries(files.map(({ path, kind }) => [path, kind]))).toEqual({
      added: 'text',
      big: 'too_large',
      binary: 'binary',
      gone: 'deleted',
      left: 'deleted',
    });
    const commit = await resolve(sides, [
      { path: 'added', side: 'theirs' },
      { path: 'big', side: 'ours' },
      { path: 'binary', side: 'theirs' },
      { path: 'gone', side: 'theirs' },
      { path: 'left', side: 'theirs' },
    ]);
    expect(scratch.git('ls-tree', '--name-only', commit).split('\n')).toEqual([
      'added',
      'big',
      'binary',
      'left',
      'move me',
    ]);
    expect(scratch.git('rev-parse', `${commit}:big`)).toBe(scratch.git('rev-parse', `${sides.ours}:big`));
    await expect(resolve(sides, [{ path: 'added', content: '' }])).rejects.toThrow(
      'The conflict in big is not resolved',
    );
    await expect(
      resolve(sides, [
        { path: 'added', side: 'ours' },
        { path: 'big', content: 'small' },
      ]),
    ).rejects.toThrow('can only be resolved with one of its sides');
  });

  it('about paths are listed and refused', async () => {
    const sides = diverge(
      { 'folder/a': 'a\n', moved: '1\n2\n3\n4\n5\n' },
      {
        ours: { 'folder/a': 'b\n', moved: null, 'moved-here': '1\n2\n3\n4\n5\n' },
        theirs: { 'folder/a': null, folder: 'file\n', moved: null, 'moved-there': '1\n2\n3\n4\n5\n' },
      },
    );
    const { files } = await list(sides);
    expect(files.map(({ kind }) => kind)).toContain('path');
    const resolutions = files.map(({ path }) => ({ path, side: 'ours' as const }));
    await expect(resolve(sides, resolutions)).rejects.toThrow('must be resolved locally');
  });

  it('must all be resolved, and nothing else', async () => {
    const sides = diverge({ file: 'a\n' }, { ours: { file: 'b\n' }, theirs: { file: 'c\n' } });
    await expect(resolve(sides, [])).rejects.toThrow('The conflict in file is not resolved');
    await expect(resolve(sides, [{ path: 'file', sections: {} }])).rejects.toThrow(
      'conflict 1 in file is not resolved',
    );
    await expect(resolve(sides, [{ path: 'file', sections: { 1: 'ours', 2: 'ours' } }])).rejects.toThrow(
      'file has no conflict 2',
    );
    const both: ConflictResolution[] = [
      { path: 'file', side: 'ours' },
      { path: '../x', content: 'x' },
    ];
    await expect(resolve(sides, both)).rejects.toThrow('../x is not in conflict');
    await expect(resolve(sides, [{ path: 'file', side: 'ours' }], 'a\0b')).rejects.toThrow('null byte');
  });

  it('do not exist for clean merges; unrelated histories are refused', async () => {
    const sides = diverge({ file: 'a\n' }, { ours: { one: '1\n' }, theirs: { two: '2\n' } });
    expect(await list(sides)).toEqual({ files: [], files_count: 0 });
    scratch.git('checkout', '-q', '--orphan', 'alone');
    const alone = scratch.commit('alone', { alone: 'alone\n' });
    await expect(list({ ours: sides.ours, theirs: alone })).rejects.toThrow('no common commit');
  });
});

describe('the sections of a text', () => {
  it('keep Windows line ends and a missing last line end', () => {
    expect(splitConflicts('a\r\n<<<<<<< x\r\nb\r\n=======\r\n>>>>>>> y\r\nc', 7)).toEqual([
      { id: null, ours: 'a\r\n', theirs: 'a\r\n', our_line: 1, their_line: 1 },
      { id: '1', ours: 'b\r\n', theirs: '', our_line: 2, their_line: 2 },
      { id: null, ours: 'c', theirs: 'c', our_line: 3, their_line: 2 },
    ]);
  });
});
