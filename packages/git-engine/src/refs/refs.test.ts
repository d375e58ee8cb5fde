import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { findRef } from './find-ref';
import { getHead } from './get-head';
import { listRefs } from './list-refs';
import { getTag, listTags } from './list-tags';
import { isRefName } from './ref-store';
import { resolveRevision } from './resolve-revision';

let git: LocalGit;
let scratch: ScratchRepository;
let first: string;
let second: string;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
  first = scratch.commit('first', { a: '1' });
  second = scratch.commit('second', { a: '2' });
});

afterEach(() => {
  git.close();
  scratch.remove();
});

async function namesOf(folder: string): Promise<string[]> {
  return (await listRefs(git.context, { repo: scratch.repo, folder })).refs.map((ref) => `${ref.id} ${ref.name}`);
}

function namesByGit(folder: string): string[] {
  return scratch.git('for-each-ref', '--format=%(objectname) %(refname)', folder).split('\n').filter(Boolean);
}

describe('list refs', () => {
  it('matches git for loose, packed, moved and deleted refs', async () => {
    const steps: string[][] = [
      ['branch', 'a/b/c', first],
      ['branch', 'zoë', first],
      ['pack-refs', '--all'],
      ['branch', '-f', 'a/b/c', second],
      ['branch', 'new', second],
      ['branch', '-D', 'zoë'],
      ['branch', '-m', 'new', 'newer'],
      ['pack-refs', '--all'],
      ['branch', '-D', 'a/b/c'],
      ['branch', 'a', first],
      ['tag', 'v1', first],
    ];
    for (const step of steps) {
      scratch.git(...step);
      expect(await namesOf('refs/heads')).toEqual(namesByGit('refs/heads'));
    }
    expect(await namesOf('refs/tags')).toEqual(namesByGit('refs/tags'));
  });

  it('immediately sees a ref moved back and forth', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const id = turn % 2 === 0 ? first : second;
      scratch.git('update-ref', 'refs/heads/flip', id);
      expect(await namesOf('refs/heads')).toContain(`${id} refs/heads/flip`);
    }
  });

  it('pages, searches and counts', async () => {
    for (const name of ['feature/one', 'feature/two', 'Fix-feature', 'other']) scratch.git('branch', name);
    const list = async (input: object) => {
      const page = await listRefs(git.context, { repo: scratch.repo, ...input });
      return [page.total, ...page.refs.map((ref) => ref.short_name)];
    };
    expect(await list({ search: 'FEATURE' })).toEqual([3, 'Fix-feature', 'feature/one', 'feature/two']);
    expect(await list({ search: '^feature' })).toEqual([2, 'feature/one', 'feature/two']);
    expect(await list({ search: 'feature$' })).toEqual([1, 'Fix-feature']);
    expect(await list({ search: '^other$' })).toEqual([1, 'other']);
    expect(await list({ skip: 1, limit: 2 })).toEqual([5, 'feature/one', 'feature/two']);
    expect(await list({ descending: true, limit: 1 })).toEqual([5, 'other']);
    expect(await list({ descending: true, skip: 3, limit: 5 })).toEqual([5, 'feature/one', 'Fix-feature']);
    expect(await list({ descending: true, skip: 9, limit: 5 })).toEqual([5]);
  });

  it('immediately finds a ref that was added, and no longer one that was deleted', async () => {
    const found = async () => {
      const { refs, total } = await listRefs(git.context, { repo: scratch.repo, search: 'sought' });
      expect(total).toBe(refs.length);
      return refs.map((ref) => ref.short_name);
    };
    expect(await found()).toEqual([]);
    scratch.git('branch', 'sought-1');
    expect(await found()).toEqual(['sought-1']);
    scratch.git('branch', 'sought-2');
    scratch.git('pack-refs', '--all', '--prune');
    expect(await found()).toEqual(['sought-1', 'sought-2']);
    scratch.git('branch', '-D', 'sought-1');
    expect(await found()).toEqual(['sought-2']);
  });

  it('refuses a folder outside refs', async () => {
    const call = listRefs(git.context, { repo: scratch.repo, folder: 'refs/../objects' });
    await expect(call).rejects.toMatchObject({ reason: 'invalid_ref' });
  });

  it('reads 10,000 packed refs', async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `${first} refs/heads/b${String(i).padStart(5, '0')}`);
    writeFileSync(
      join(scratch.repo, 'packed-refs'),
      `# pack-refs with: peeled fully-peeled sorted \n${lines.join('\n')}\n`,
    );
    const page = await listRefs(git.context, { repo: scratch.repo, search: 'b0999', skip: 5, limit: 20 });
    expect(page.total).toBe(10);
    expect(page.refs.map((ref) => ref.short_name)).toEqual(['b09995', 'b09996', 'b09997', 'b09998', 'b09999']);
  });
});

describe('HEAD', () => {
  it('is read from a used, an empty and a missing repository', async () => {
    const head = { exists: true, ref: 'refs/heads/main', commit_id: second, has_branches: true };
    expect(await getHead(git.context, { repo: scratch.repo })).toEqual(head);
    scratch.git('symbolic-ref', 'HEAD', 'refs/heads/unborn');
    const unborn = { ...head, ref: 'refs/heads/unborn', commit_id: null };
    expect(await getHead(git.context, { repo: scratch.repo })).toEqual(unborn);
    const absent = { exists: false, ref: null, commit_id: null, has_branches: false };
    expect(await getHead(git.context, { repo: join(scratch.work, 'absent.git') })).toEqual(absent);
  });
});

describe('resolve a revision', () => {
  async function resolve(revision: string): Promise<unknown> {
    return await resolveRevision(git.context, { repo: scratch.repo, revision }).catch((error) => error.reason);
  }

  it('finds ids, refs, branches, tags and short ids', async () => {
    scratch.git('branch', 'feature/x', first);
    scratch.git('tag', 'light', first);
    scratch.git('tag', '-a', '-m', 'annotated', 'v1', first);
    scratch.git('tag', '-a', '-m', 'of a tag', 'v2', 'v1');
    scratch.git('tag', 'tree', `${first}^{tree}`);
    expect(await resolve(first)).toEqual({ commit_id: first, ref: null });
    expect(await resolve(first.toUpperCase())).toEqual({ commit_id: first, ref: null });
    expect(await resolve('refs/heads/main')).toEqual({ commit_id: second, ref: 'refs/heads/main' });
    expect(await resolve('feature/x')).toEqual({ commit_id: first, ref: 'refs/heads/feature/x' });
    expect(await resolve('light')).toEqual({ commit_id: first, ref: 'refs/tags/light' });
    expect(await resolve('v2')).toEqual({ commit_id: first, ref: 'refs/tags/v2' });
    expect(await resolve(scratch.git('rev-parse', 'v1'))).toEqual({ commit_id: first, ref: null });
    expect(await resolve('HEAD')).toEqual({ commit_id: second, ref: 'HEAD' });
    expect(await resolve(first.slice(0, 8))).toEqual({ commit_id: first, ref: null });
    expect(await resolve('tree')).toBe('ref_not_found');
  });

  it('prefers the branch to the tag, and both to a short id', async () => {
    scratch.git('branch', 'same', first);
    scratch.git('tag', 'same', second);
    scratch.git('tag', first.slice(0, 7), second);
    expect(await resolve('same')).toEqual({ commit_id: first, ref: 'refs/heads/same' });
    expect(await resolve(first.slice(0, 7))).toEqual({ commit_id: second, ref: `refs/tags/${first.slice(0, 7)}` });
  });

  it('never resolves the full name of a branch or tag to another ref', async () => {
    for (const name of ['refs/heads/heads-only', 'refs/tags/tags-only']) {
      scratch.git('update-ref', `refs/heads/${name}`, first);
      scratch.git('update-ref', `refs/tags/${name}`, first);
      expect(await resolve(name)).toBe('ref_not_found');
      expect(await resolve(`refs/heads/${name}`)).toEqual({ commit_id: first, ref: `refs/heads/${name}` });
      scratch.git('update-ref', name, second);
      expect(await resolve(name)).toEqual({ commit_id: second, ref: name });
    }
  });

  it.each([
    '',
    'absent',
    '-all',
    '--all',
    'main~1',
    'main^',
    'main..x',
    'main@{1}',
    'main:a',
    'a\nb',
    '../HEAD',
    'HEAD ',
    '0000000',
    'refs/heads/../../HEAD',
    'config',
    'refs/heads',
    'main\0',
    '0'.repeat(40),
    'x'.repeat(5000),
    'FETCH_HEAD',
    '/main',
    'main/',
  ])('does not find %j', async (revision) => expect(await resolve(revision)).toBe('ref_not_found'));

  it('does not find an ambiguous short id', async () => {
    // Commits that differ only in a counter, until two of them share seven digits.
    const tree = scratch.git('rev-parse', 'HEAD^{tree}');
    const byPrefix = new Map<string, string>();
    for (let i = 0; i < 100_000; i += 1) {
      const commit = `tree ${tree}\nauthor a <a@b> ${i} +0000\ncommitter a <a@b> ${i} +0000\n\nx\n`;
      const id = createHash('sha1').update(`commit ${commit.length}\0${commit}`).digest('hex');
      const other = byPrefix.get(id.slice(0, 7));
      byPrefix.set(id.slice(0, 7), commit);
      if (other === undefined) continue;
      for (const input of [commit, other]) scratch.gitWith({ input }, 'hash-object', '-t', 'commit', '-w', '--stdin');
      expect(await resolve(id)).toEqual({ commit_id: id, ref: null });
      expect(await resolve(id.slice(0, 7))).toBe('ref_not_found');
      expect(await resolve(id.slice(0, 39))).toEqual({ commit_id: id, ref: null });
      return;
    }
    throw new Error('no two commits share seven digits');
  });

  it('finds nothing in a missing repository, and everything once it exists', async () => {
    const repo = join(scratch.work, 'later.git');
    const call = () => resolveRevision(git.context, { repo, revision: 'main' });
    await expect(call()).rejects.toMatchObject({ reason: 'ref_not_found' });
    scratch.git('clone', '-q', '--bare', scratch.repo, repo);
    await expect(call()).resolves.toMatchObject({ commit_id: second });
    rmSync(repo, { recursive: true });
    await expect(call()).rejects.toMatchObject({ reason: 'ref_not_found' });
  });

  it('survives broken ref files', async () => {
    writeFileSync(join(scratch.repo, 'refs/heads/broken'), '');
    writeFileSync(join(scratch.repo, 'refs/heads/loop'), 'ref: refs/heads/loop\n');
    writeFileSync(join(scratch.repo, 'refs/heads/escape'), 'ref: ../../etc/passwd\n');
    expect(await resolve('broken')).toBe('ref_not_found');
    expect(await resolve('loop')).toBe('ref_not_found');
    expect(await resolve('escape')).toBe('ref_not_found');
    expect(await namesOf('refs/heads')).toEqual([`${second} refs/heads/main`]);
  });
});

describe('tags', () => {
  it('are listed by date of their commit, or by name', async () => {
    scratch.git('tag', 'b-new', second);
    scratch.git('tag', '-a', '-m', 'Subject\n\nBody', 'z-old', first);
    scratch.git('tag', 'a-blob', `${first}:a`);
    const list = async (input: object) => {
      const { tags, total } = await listTags(git.context, { repo: scratch.repo, ...input });
      return [total, ...tags.map((tag) => tag.name)];
    };
    expect(await list({})).toEqual([3, 'b-new', 'z-old', 'a-blob']);
    expect(await list({ order_by: 'name', descending: false, limit: 2 })).toEqual([3, 'a-blob', 'b-new']);
    expect(await getTag(git.context, { repo: scratch.repo, name: 'z-old' })).toMatchObject({
      name: 'z-old',
      id: scratch.git('rev-parse', 'z-old'),
      message: 'Subject\n\nBody\n',
      commit: { id: first },
    });
    expect(await getTag(git.context, { repo: scratch.repo, name: 'a-blob' })).toMatchObject({
      message: null,
      commit: null,
    });
    expect(await getTag(git.context, { repo: scratch.repo, name: '../heads/main' })).toBeNull();
  });
});

describe('one ref', () => {
  it('is found by its full name only', async () => {
    scratch.git('tag', '-a', '-m', 'x', 'v1', first);
    const repo = scratch.repo;
    const id = scratch.git('rev-parse', 'v1');
    expect(await findRef(git.context, { repo, name: 'refs/tags/v1' })).toEqual({
      name: 'refs/tags/v1',
      id,
      commit_id: first,
    });
    expect(await findRef(git.context, { repo, name: 'v1' })).toBeNull();
    expect(await findRef(git.context, { repo, name: 'refs/tags/../heads/main' })).toBeNull();
  });
});

it('validates ref names like git', () => {
  const names = [
    'main',
    'a/b',
    'a..b',
    'a.lock',
    'a.lock/b',
    '.a',
    'a/.b',
    'a.',
    'a~',
    'a b',
    'a@{b',
    '@',
    'a//b',
    'é',
    'a\\b',
    '-a',
    'a*',
  ];
  for (const name of names) {
    let valid = true;
    try {
      scratch.git('check-ref-format', `refs/heads/${name}`);
    } catch {
      valid = false;
    }
    expect([name, isRefName(`refs/heads/${name}`)]).toEqual([name, valid]);
  }
});
