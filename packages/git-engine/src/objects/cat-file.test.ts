import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { findCommit, parseCommit, parseSignature } from './commit';
import { parseTag } from './tag';

let scratch: ScratchRepository;

beforeEach(() => {
  scratch = new ScratchRepository();
});

afterEach(() => scratch.remove());

describe('the persistent cat-file', () => {
  it('returns the right object for each of a thousand concurrent requests', async () => {
    const git = localGit();
    const contents = Array.from(
      { length: 1000 },
      (_, i) => `${i}\n`.repeat(i % 97) + (i % 3 === 0 ? '' : `\0missing\n${i}`),
    );
    const mark = (_: string, i: number) => `blob\nmark :${i + 1}\ndata ${contents[i]!.length}\n${contents[i]!}\n`;
    scratch.gitWith(
      { input: contents.map(mark).join('') },
      'fast-import',
      '--quiet',
      `--export-marks=${scratch.repo}/marks`,
    );
    const ids = scratch.git('cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n');
    const repository = git.context.repository(scratch.repo);
    const objects = await Promise.all(
      ids.map((id, i) => (i % 10 === 0 ? repository.read('0'.repeat(40)) : repository.read(id))),
    );
    for (const [i, object] of objects.entries()) {
      if (i % 10 === 0) expect(object).toBeUndefined();
      else expect(contents).toContain(object!.data.toString());
    }
    git.close();
  });

  it('sees objects that were created or packed after it started', async () => {
    const git = localGit();
    const repository = git.context.repository(scratch.repo);
    const first = scratch.commit('one', { a: '1' });
    expect(await findCommit(repository, first)).toMatchObject({ id: first });
    const second = scratch.commit('two', { a: '2' });
    expect(await findCommit(repository, second)).toMatchObject({ id: second });
    scratch.git('repack', '-adq');
    const blob = scratch.git('rev-parse', `${first}:a`);
    expect((await repository.read(blob))?.data.toString()).toBe('1');
    git.close();
  });

  it('refuses invalid object ids before they reach git', async () => {
    const git = localGit();
    const repository = git.context.repository(scratch.repo);
    for (const id of ['HEAD', `${'0'.repeat(40)}\n`, '', `${'0'.repeat(39)}G`]) {
      await expect(repository.read(id)).rejects.toMatchObject({ reason: 'object_not_found' });
    }
    git.close();
  });

  it('is discarded after unexpected output', async () => {
    const gitBinary = join(scratch.work, 'strange-git');
    writeFileSync(gitBinary, `#!/bin/sh\nread line\necho "${'1'.repeat(40)} blob 3"\necho abc\nexec sleep 60\n`);
    chmodSync(gitBinary, 0o755);
    const git = localGit({ gitBinary });
    const read = git.context.repository(scratch.repo).read('2'.repeat(40));
    await expect(read).rejects.toMatchObject({
      reason: 'git_failed',
      message: expect.stringContaining('unexpected output'),
    });
    git.close();
  });

  it('does not mix up repositories', async () => {
    const git = localGit();
    const other = new ScratchRepository();
    const secret = other.commit('secret', { a: 'secret' });
    expect(await findCommit(git.context.repository(other.repo), secret)).toMatchObject({ id: secret });
    expect(await findCommit(git.context.repository(scratch.repo), secret)).toBeUndefined();
    git.close();
    other.remove();
  });

  it('is limited in number and stopped when idle', async () => {
    const git = localGit({ maxChildren: 2, idleMs: 100 });
    const others = Array.from({ length: 4 }, () => new ScratchRepository());
    const commits = others.map((other) => other.commit('one', { a: 'x' }));
    const read = async (i: number) => (await git.context.repository(others[i]!.repo).read(commits[i]!))?.type;
    expect(await Promise.all([0, 1, 2, 3].map(read))).toEqual(['commit', 'commit', 'commit', 'commit']);
    for (const i of [0, 1, 2, 3]) {
      expect(await read(i)).toBe('commit');
      expect(git.persistentProcesses()).toBeLessThanOrEqual(2);
    }
    const deadline = Date.now() + 60_000;
    while (git.persistentProcesses() > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(git.persistentProcesses()).toBe(0);
    git.close();
    for (const other of others) other.remove();
  });
});

describe('parsing', () => {
  it('reads encodings, signatures and unusual names', () => {
    const raw = Buffer.concat([
      Buffer.from(`tree ${'1'.repeat(40)}\nparent ${'2'.repeat(40)}\nparent ${'3'.repeat(40)}\nauthor J`),
      Buffer.from([0xf6]),
      Buffer.from(
        'rg <j@x> 12 +0100\ncommitter <> 34 -0830\nencoding ISO-8859-1\ngpgsig -----BEGIN PGP SIGNATURE-----\n parent x\n\nS',
      ),
      Buffer.from([0xfc, 0x0a]),
    ]);
    expect(parseCommit('id', raw)).toEqual({
      id: 'id',
      tree_id: '1'.repeat(40),
      parent_ids: ['2'.repeat(40), '3'.repeat(40)],
      author: { name: 'Jörg', email: 'j@x', seconds: 12, zone: '+0100' },
      committer: { name: '', email: '', seconds: 34, zone: '-0830' },
      message: 'Sü\n',
      has_signature: true,
    });
    const signedBySsh = Buffer.from('gpgsig -----BEGIN SSH SIGNATURE-----\n x\n\nText');
    expect(parseCommit('id', signedBySsh).has_signature).toBe(false);
    expect(parseSignature('no address')).toEqual({ name: 'no address', email: '', seconds: 0, zone: '+0000' });
  });

  it('excludes the signature from the message of a tag', () => {
    const raw = `object ${'1'.repeat(40)}\ntype commit\ntag v1\ntagger A <a@b> 5 +0000\n\nText\n-----BEGIN PGP SIGNATURE-----\nx\n`;
    expect(parseTag('id', Buffer.from(raw))).toMatchObject({ message: 'Text\n', name: 'v1', target_type: 'commit' });
  });
});
