import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocalGit, localGit } from '../testing/local-context';
import { ScratchRepository } from '../testing/scratch-repository';
import { checkRepository } from './check-repository';

let git: LocalGit;
let scratch: ScratchRepository;

beforeEach(() => {
  git = localGit();
  scratch = new ScratchRepository();
  scratch.commit('first', { a: 'a' });
});

afterEach(() => {
  git.close();
  scratch.remove();
});

async function problem(): Promise<string | null> {
  return (await checkRepository(git.context, { repo: scratch.repo, timeoutMs: 30_000 })).problem;
}

/** Path of a loose object. */
function fileOf(object: string): string {
  const id = scratch.git('rev-parse', object).trim();
  return join(scratch.repo, 'objects', id.slice(0, 2), id.slice(2));
}

describe('checkRepository', () => {
  it('finds no problem in an intact repository, with loose objects or packs, or without commits', async () => {
    expect(await problem()).toBeNull();
    scratch.git('repack', '-ad');
    expect(await problem()).toBeNull();
    const empty = new ScratchRepository();
    expect((await checkRepository(git.context, { repo: empty.repo, timeoutMs: 30_000 })).problem).toBeNull();
    empty.remove();
  });

  it('reports a missing object', async () => {
    const file = fileOf('HEAD:a');
    rmSync(file);
    expect(await problem()).toMatch(/^missing blob [0-9a-f]{40}$/);
  });

  it('reports a damaged object', async () => {
    const file = fileOf('HEAD:a');
    rmSync(file);
    writeFileSync(file, 'not an object');
    expect(await problem()).toContain('corrupt');
  });

  it('is given up after the time limit', async () => {
    const call = checkRepository(git.context, { repo: scratch.repo, timeoutMs: 0 });
    await expect(call).rejects.toMatchObject({ reason: 'limit_exceeded' });
  });

  it('runs with low priority', async () => {
    // A git that prints its priority and fails.
    const program = join(scratch.repo, 'git');
    writeFileSync(program, '#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do nice; done >&2; sleep 0.2; nice >&2; exit 1\n', {
      mode: 0o755,
    });
    const context = { ...git.context, settings: { ...git.context.settings, gitBinary: program } };
    const { problem: output } = await checkRepository(context, { repo: scratch.repo, timeoutMs: 30_000 });
    const own = Number(execFileSync('nice', { encoding: 'utf8' }));
    expect(Number(output?.split('\n').at(-1))).toBeGreaterThan(own);
  });
});
