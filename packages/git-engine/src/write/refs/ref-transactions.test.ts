import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createBranch, createTag, deleteBranch, deleteTag } from './branches-and-tags';
import { packRefs, prune, repack, writeCommitGraph } from '../housekeeping';
import { writeObject } from '../objects/object-batch';
import { zeroId } from '../../refs/ref-folders';
import { RefTransactions } from './ref-transactions';
import { createTestRepository, type TestRepository } from '../test-repository';

let test: TestRepository;
let refs: RefTransactions;
let first: string;
let second: string;
beforeEach(async () => {
  test = await createTestRepository();
  refs = new RefTransactions();
  const tree = await writeObject(test.repo, 'tree', Buffer.alloc(0));
  first = test.git('commit-tree', '-m', 'one', tree);
  second = test.git('commit-tree', '-m', 'two', '-p', first, tree);
});
afterEach(async () => {
  refs.close();
  await test.close();
});

const main = 'refs/heads/main';

function valueOf(ref: string): string {
  return test.git('for-each-ref', '--format=%(objectname)', ref);
}

describe('ref transactions', () => {
  it('create, move and delete, with a reflog', async () => {
    await refs.update(test.repo, [{ ref: main, old: zeroId, new: first }]);
    await refs.update(test.repo, [{ ref: main, old: first, new: second }]);
    expect(valueOf(main)).toBe(second);
    const log = readFileSync(path.join(test.repo, 'logs', main), 'utf8');
    expect(log.split('\n').map((line) => line.slice(0, 81))).toEqual([`${zeroId} ${first}`, `${first} ${second}`, '']);
    await refs.update(test.repo, [{ ref: main, old: second, new: zeroId }]);
    expect(valueOf(main)).toBe('');
  });

  it('change all refs or none', async () => {
    await refs.update(test.repo, [{ ref: main, old: zeroId, new: first }]);
    const both = [
      { ref: 'refs/heads/other', old: zeroId, new: first },
      { ref: main, old: second, new: first },
    ];
    await expect(refs.update(test.repo, both)).rejects.toMatchObject({ reason: 'conflict' });
    expect(valueOf('refs/heads/other')).toBe('');
    await refs.update(test.repo, [both[0]!, { ref: main, old: first, new: second }]);
    expect([valueOf(main), valueOf('refs/heads/other')]).toEqual([second, first]);
  });

  it('let exactly one of many concurrent writers win', async () => {
    await refs.update(test.repo, [{ ref: main, old: zeroId, new: first }]);
    const tree = test.git('rev-parse', `${first}^{tree}`);
    const rivals = Array.from({ length: 12 }, (_, index) =>
      test.git('commit-tree', '-m', `rival ${index}`, '-p', first, tree),
    );
    const writers = Array.from({ length: 3 }, () => new RefTransactions());
    const results = await Promise.allSettled(
      rivals.map((id, index) => writers[index % 3]!.update(test.repo, [{ ref: main, old: first, new: id }])),
    );
    writers.forEach((writer) => writer.close());
    const won = rivals.filter((_, index) => results[index]!.status === 'fulfilled');
    expect(won).toEqual([valueOf(main)]);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'conflict' });
    }
  });

  it('report errors', async () => {
    const fails = (ref: string, old: string, next: string, reason: string) =>
      expect(refs.update(test.repo, [{ ref, old, new: next }])).rejects.toMatchObject({ reason });
    await createBranch(refs, test.repo, 'a', first);
    await fails('refs/heads/a', zeroId, first, 'conflict');
    await fails('refs/heads/a/b', zeroId, first, 'conflict');
    await fails('refs/heads/no', first, second, 'conflict');
    await fails('refs/heads/no', first, zeroId, 'conflict');
    await fails('refs/heads/b', zeroId, 'f'.repeat(40), 'object_not_found');
    await fails('refs/heads/b', zeroId, test.git('rev-parse', `${first}^{tree}`), 'refused');
    await fails('refs/heads/b\ndelete refs/heads/a', zeroId, first, 'invalid_ref');
    await fails('refs/heads/b', 'main', first, 'object_not_found');
    expect(test.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/a');
  });

  it('continue after their process died', async () => {
    await createBranch(refs, test.repo, 'a', first);
    const running = findChildren('update-ref');
    expect(running).toHaveLength(1);
    process.kill(Number(running[0]), 'SIGKILL');
    await createBranch(refs, test.repo, 'b', first);
    expect(valueOf('refs/heads/b')).toBe(first);
  });

  it('see objects and refs created concurrently', async () => {
    await createBranch(refs, test.repo, 'a', first);
    const third = await writeObject(
      test.repo,
      'commit',
      Buffer.from(
        `tree ${test.git('rev-parse', `${first}^{tree}`)}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nm`,
      ),
    );
    test.git('update-ref', 'refs/heads/a', second);
    await packRefs(test.repo);
    await refs.update(test.repo, [{ ref: 'refs/heads/a', old: second, new: third }]);
    expect(valueOf('refs/heads/a')).toBe(third);
  });
});

describe('branches and tags', () => {
  it('are created and deleted', async () => {
    await createBranch(refs, test.repo, 'feature/x', first);
    await expect(createBranch(refs, test.repo, 'HEAD', first)).rejects.toMatchObject({ reason: 'invalid_ref' });
    const tagger = { name: 'Ann', email: 'ann@example.com', time: 7 };
    const tag = { repo: test.repo, target: first, target_type: 'commit' as const };
    expect(await createTag(refs, { ...tag, name: 'light' })).toBe(first);
    const id = await createTag(refs, { ...tag, name: 'v1', annotation: { message: 'first\n\nrelease', tagger } });
    test.git('fsck', '--strict', '--no-dangling');
    expect(
      test.git('for-each-ref', '--format=%(objecttype) %(*objectname) %(taggername) %(contents)', 'refs/tags/v1'),
    ).toBe(`tag ${first} Ann first\n\nrelease`);
    await deleteTag(refs, test.repo, 'v1', id);
    await expect(deleteBranch(refs, test.repo, 'feature/x', second)).rejects.toMatchObject({ reason: 'conflict' });
    await deleteBranch(refs, test.repo, 'feature/x', first);
    expect(test.git('for-each-ref', '--format=%(refname)')).toBe('refs/tags/light');
  });
});

describe('housekeeping', () => {
  it('packs, and keeps unreachable objects', async () => {
    await createBranch(refs, test.repo, 'a', first);
    await writeCommitGraph(test.repo);
    await repack(test.repo);
    test.git('fsck', '--strict');
    expect(test.git('cat-file', '-t', second)).toBe('commit');
    expect(test.git('count-objects', '-v')).toContain('count: 0');
    await createBranch(refs, test.repo, 'b', second);
    const left = path.join(test.repo, 'objects/12');
    mkdirSync(left, { recursive: true });
    writeFileSync(path.join(left, 'tmp_obj_crashed'), 'half');
    await prune(test.repo);
    expect(readdirSync(left)).toHaveLength(1);
    await prune(test.repo, { pruneOlderThan: 'now' });
    expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
    await repack(test.repo, { pruneOlderThan: 'now' });
    test.git('fsck', '--full', '--strict');
  });
});

function findChildren(word: string): number[] {
  const tasks = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number);
  return tasks.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word));
}
