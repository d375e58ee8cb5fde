import { commitActions, type CommitAction, type CommitActionsInput } from './commit-actions';
import { prune, repack } from '../housekeeping';
import { RefTransactions } from '../refs/ref-transactions';
import { createTestRepository, runGitSync, type TestRepository } from '../test-repository';

let test: TestRepository;
beforeEach(async () => {
  test = await createTestRepository();
});
afterEach(() => test.close());

const ann = { name: 'Ann', email: 'ann@example.com', time: 1_600_000_000 };

async function commit(base: string | null, actions: CommitAction[], more: Partial<CommitActionsInput> = {}) {
  const input = {
    repo: test.repo,
    base_commit: base,
    actions,
    message: 'change',
    author: ann,
    committer: ann,
    ...more,
  };
  const result = await commitActions({ readObject: test.readObject }, input);
  return result.commit_id;
}

function files(id: string): string[] {
  return test.git('ls-tree', '-r', id).split('\n').filter(Boolean);
}

function paths(id: string): string[] {
  return test.git('ls-tree', '-r', '--name-only', '-z', id).split('\0').filter(Boolean);
}

const text = (content: string) => Buffer.from(content);
const create = (file_path: string, content = 'x'): CommitAction => ({
  action: 'create',
  file_path,
  content: text(content),
});

async function refusal(base: string | null, actions: CommitAction[]): Promise<string> {
  const before = test.git('count-objects');
  const error = await commit(base, actions).then(
    () => new Error('it was committed'),
    (thrown: Error) => thrown,
  );
  expect(test.git('count-objects')).toBe(before);
  return error.message;
}

describe('the commit', () => {
  it('equals the commit that git would write, starting with an empty repository', async () => {
    const id = await commit(null, [
      create('a.txt', 'one\n'),
      create('dir/b', ''),
      create('dir.c', 'z'),
      create('dir/sub/d'),
    ]);
    test.git('update-ref', 'refs/heads/main', id);
    test.git('fsck', '--full', '--strict');
    expect(paths(id)).toEqual(['a.txt', 'dir.c', 'dir/b', 'dir/sub/d']);
    expect(test.git('log', '-1', '--format=%an|%ae|%at|%cn|%B', id)).toBe('Ann|ann@example.com|1600000000|Ann|change');
    expect(test.git('show', `${id}:a.txt`)).toBe('one');
    // The same tree built through git's index has the same id.
    const index = { cwd: test.repo, lines: test.git('ls-tree', '-r', id) };
    expect(runGitSync(index.cwd, ['mktree', '--missing'], test.git('ls-tree', id) + '\n')).toBe(
      test.git('rev-parse', `${id}^{tree}`),
    );
  });

  it('keeps other files and writes only the changed folders', async () => {
    const base = await commit(null, [create('a/b/c'), create('x/y'), create('top')]);
    const before = Number(test.git('count-objects').split(' ')[0]);
    const id = await commit(base, [{ action: 'update', file_path: 'a/b/c', content: text('new') }]);
    expect(Number(test.git('count-objects').split(' ')[0]) - before).toBe(5);
    expect(test.git('diff', '--name-only', base, id)).toBe('a/b/c');
    expect(test.git('rev-parse', `${id}^`)).toBe(base);
  });

  it('cleans names so that no header can be forged', async () => {
    const author = { name: ' Eve <x>\ncommitter z ', email: '<e@x>\n\n', time: 5.7 };
    const id = await commit(null, [create('a')], { author });
    test.git('fsck', '--strict', id);
    expect(test.git('log', '-1', '--format=%an|%ae|%at', id)).toBe('Eve xcommitter z|e@x|5');
  });

  it('reports an unchanged tree, and optionally refuses it', async () => {
    const base = await commit(null, [create('a')]);
    const actions: CommitAction[] = [{ action: 'update', file_path: 'a', content: text('x') }];
    const input = { repo: test.repo, base_commit: base, actions, message: 'm', author: ann, committer: ann };
    expect((await commitActions({ readObject: test.readObject }, input)).changed).toBe(false);
    await expect(
      commitActions({ readObject: test.readObject }, { ...input, allow_empty: false }),
    ).rejects.toMatchObject({
      reason: 'refused',
      message: 'Something went wrong. Your changes were not committed',
    });
  });

  it('keeps names that are not UTF-8, submodules and links of the base', async () => {
    const blob = runGitSync(test.repo, ['hash-object', '-w', '--stdin'], 'x');
    const rows = Buffer.concat([
      Buffer.from(`100644 blob ${blob}\tb\xff\0`, 'latin1'),
      Buffer.from(`120000 blob ${blob}\tlink\0`),
      Buffer.from(`160000 commit ${'1'.repeat(40)}\tsub\0`),
    ]);
    const tree = runGitSync(test.repo, ['mktree', '-z'], rows);
    const base = runGitSync(test.repo, ['commit-tree', '-m', 'm', tree]);
    const id = await commit(base, [create('new')]);
    expect(test.git('ls-tree', id).split('\n').slice(0, 2)).toEqual(test.git('ls-tree', base).split('\n').slice(0, 2));
    expect(test.git('ls-tree', id, 'sub')).toContain('160000 commit');
    expect(await refusal(base, [{ action: 'update', file_path: 'sub', content: text('') }])).toMatch(/doesn't exist/);
    expect(await refusal(base, [{ action: 'chmod', file_path: 'link', execute_filemode: true }])).toMatch(
      /execute flag/,
    );
    expect(paths(await commit(base, [{ action: 'delete', file_path: 'sub' }]))).not.toContain('sub');
  });
});

describe('housekeeping during commits', () => {
  it('neither breaks them nor deletes their objects', async () => {
    const refs = new RefTransactions();
    const main = 'refs/heads/main';
    let tip = await commit(null, [create('a')]);
    await refs.update(test.repo, [{ ref: main, old: '0'.repeat(40), new: tip }]);
    let writing = true;
    const maintenance = (async () => {
      while (writing) await repack(test.repo).then(() => prune(test.repo));
    })();
    for (let round = 0; round < 60; round++) {
      // Repeated content is an object that may be moving into a pack at this moment.
      const next = await commit(tip, [{ action: 'update', file_path: 'a', content: text(`${round % 3}`) }]);
      await refs.update(test.repo, [{ ref: main, old: tip, new: next }]);
      tip = next;
    }
    writing = false;
    await maintenance;
    refs.close();
    test.git('fsck', '--full', '--strict');
    expect(test.git('rev-list', '--count', main)).toBe('61');
  });
});

describe('actions', () => {
  it('are applied in order, also several on one file', async () => {
    const id = await commit(null, [
      create('a', '1'),
      { action: 'update', file_path: 'a', content: text('2') },
      { action: 'chmod', file_path: 'a', execute_filemode: true },
      { action: 'move', previous_path: 'a', file_path: 'dir/b' },
      create('a', '3'),
      { action: 'delete', file_path: 'a' },
      create('a/now-a-folder', '4'),
    ]);
    expect(files(id).map((line) => line.replace(/ blob \w+/, ''))).toEqual(['100644\ta/now-a-folder', '100755\tdir/b']);
    expect(test.git('show', `${id}:dir/b`)).toBe('2');
  });

  it('remove a folder with its last file, so that a file may replace it', async () => {
    const base = await commit(null, [create('d/e/f'), create('keep')]);
    const id = await commit(base, [{ action: 'move', previous_path: 'd/e/f', file_path: 'd' }]);
    expect(paths(id)).toEqual(['d', 'keep']);
    const below = await commit(id, [{ action: 'move', previous_path: 'd', file_path: 'd/again' }]);
    expect(paths(below)).toEqual(['d/again', 'keep']);
    const none = await commit(
      below,
      ['d/again', 'keep'].map((file_path) => ({ action: 'delete' as const, file_path })),
    );
    expect(test.git('rev-parse', `${none}^{tree}`)).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  });

  it('move with content overwrites it and keeps the mode', async () => {
    const base = await commit(null, [{ action: 'create', file_path: 'a', content: text('1'), execute_filemode: true }]);
    const id = await commit(base, [{ action: 'move', previous_path: 'a', file_path: 'b', content: text('2') }]);
    expect(files(id)[0]).toMatch(/^100755 blob \w+\tb$/);
    expect(test.git('show', `${id}:b`)).toBe('2');
  });

  it('compare the last commit of a file if given', async () => {
    const base = await commit(null, [create('a')]);
    const readIds: string[] = [];
    const context = {
      readObject: test.readObject,
      lastCommitOf: async (_: string, path: string) => (readIds.push(path), base),
    };
    const run = (last_commit_id: string) =>
      commitActions(context, {
        repo: test.repo,
        base_commit: base,
        message: 'm',
        author: ann,
        committer: ann,
        actions: [{ action: 'move', previous_path: 'a', file_path: 'b', last_commit_id }],
      });
    await expect(run('f'.repeat(40))).rejects.toMatchObject({
      reason: 'conflict',
      message: 'The file has changed since you started editing it: a',
    });
    await run(base);
    expect(readIds).toEqual(['a', 'a']);
  });
});

describe('file rules', () => {
  const existsText = 'A file with this name already exists';
  const missingText = "A file with this name doesn't exist";

  it.each<[string, CommitAction, string]>([
    ['create over a file', create('f'), existsText],
    ['create over a folder', create('d'), 'A directory with this name already exists'],
    ['create below a file', create('f/x'), existsText],
    ['update of nothing', { action: 'update', file_path: 'no', content: text('') }, missingText],
    ['update of a folder', { action: 'update', file_path: 'd', content: text('') }, missingText],
    ['delete of nothing', { action: 'delete', file_path: 'd/no' }, missingText],
    ['chmod of nothing', { action: 'chmod', file_path: 'f/x', execute_filemode: true }, missingText],
    ['move of nothing', { action: 'move', previous_path: 'no', file_path: 'new' }, missingText],
    ['move over a file', { action: 'move', previous_path: 'd/g', file_path: 'f' }, existsText],
    [
      'move over a folder',
      { action: 'move', previous_path: 'f', file_path: 'd' },
      'A directory with this name already exists',
    ],
    ['no path', create(''), 'You must provide a file path'],
    ['traversal', create('a/../b'), 'Path cannot include directory traversal'],
  ])('%s', async (_, action, message) => {
    const base = await commit(null, [create('f'), create('d/g')]);
    expect(await refusal(base, [create('fine'), action])).toBe(message);
  });

  it.each([
    ...[
      '/abs',
      'a//b',
      'a/',
      './a',
      'a\nb',
      'a\0b',
      '.git/config',
      'x/.GIT',
      'a/.git ',
      '.git.',
      'git~1',
      '.g\u200cit',
    ],
    ...['.git::$INDEX_ALLOCATION', 'a\\.git\\x', 'a\\..\\b'],
  ])('refuse the path %j', async (path) => {
    expect(await refusal(null, [create(path)])).toBe(`invalid path: '${path}'`);
  });

  it('refuse names and paths that are too long', async () => {
    for (const path of ['é'.repeat(128), 'd/'.repeat(2048) + 'f']) {
      expect(await refusal(null, [create(path)])).toBe(`invalid path: '${path}'`);
    }
  });

  it('refuse a .gitmodules that a push would refuse', async () => {
    const bad = [
      '[submodule "../x"]\n\tpath = x\n',
      '[submodule "a"]\n\turl = -u./payload\n',
      '[submodule "a"]\n\tpath = "-x"\n',
      '[submodule "a"]\n\tupdate = !touch /tmp/x\n',
      '[submodule "a"] url = \\\n--upload-pack=x\n',
      '[submodule "a"]\n\turl = https://x/%0ahost=y\n',
    ];
    for (const content of bad)
      expect(await refusal(null, [create('.gitmodules', content)])).toMatch(/unsafe submodule/);
    await commit(null, [create('.gitmodules', '[submodule "lib/a"]\n\tpath = lib/a\n\turl = ../a.git\n')]);
    expect(
      await refusal(null, [create('x'), { action: 'move', previous_path: 'x', file_path: '.gitmodules' }]),
    ).toMatch(/gitmodules/);
  });
});
