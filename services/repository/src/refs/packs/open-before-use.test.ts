import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type GitClient, GitError } from '@forgemesh/git-engine';
import { UnavailableError } from '@forgemesh/errors';
import { Storages } from '#storage/repository-location';
import { openBeforeUse } from './open-before-use';
import { noPacks, type RepositoryPacks } from './repository-packs';

const storages = new Storages('/data', []);
const [one, two] = [1, 2].map((id) => storages.locate(id, 'default').repo) as [string, string];

/** A client whose packs open repositories, and the steps in their order. */
function createClient({ open = () => Promise.resolve(), isOpen = false, isLost = false, failures = 0 } = {}) {
  const steps: string[] = [];
  const packs: RepositoryPacks = {
    ...noPacks,
    isEnabled: true,
    opensFolders: true,
    isOpen: () => isOpen,
    isLost: () => isLost,
    async open({ project_id }) {
      await open();
      steps.push(`open ${project_id}`);
    },
  };
  const inner = {
    streamArchive: () => {
      steps.push('stream');
      return { stream: Readable.from(['a', 'b']), result: Promise.resolve(null) };
    },
    compareAcross: () => {
      const attempts = steps.push('compare') && steps.filter((step) => step === 'compare').length;
      return attempts > failures ? Promise.resolve() : Promise.reject(new GitError('git_failed', 'failed'));
    },
    fetchCommits: () => Promise.resolve(steps.push('fetch')),
  };
  return { git: openBeforeUse(inner as unknown as GitClient, packs, storages), steps };
}

describe('openBeforeUse', () => {
  it('opens a repository before a stream starts', async () => {
    const { git, steps } = createClient();
    const { stream, result } = git.streamArchive({ repo: one } as never);
    expect(await text(stream)).toBe('ab');
    await result;
    expect(steps).toEqual(['open 1', 'stream']);
  });

  it('repeats an operation whose folder is lost meanwhile, and no other one', async () => {
    const lost = createClient({ failures: 2, isLost: true });
    await lost.git.compareAcross({ repo: one, from_repo: two, from: 'a', to: 'b' } as never);
    expect(lost.steps.filter((step) => step === 'compare')).toHaveLength(3);

    const present = createClient({ failures: 1 });
    const call = present.git.compareAcross({ repo: one, from_repo: two, from: 'a', to: 'b' } as never);
    await expect(call).rejects.toThrow('failed');
    expect(present.steps.filter((step) => step === 'compare')).toHaveLength(1);
  });

  it('passes a stream on if there is nothing to open', async () => {
    const { git, steps } = createClient({ isOpen: true });
    const { stream } = git.streamArchive({ repo: one } as never);
    expect(stream).not.toBeInstanceOf(PassThrough);
    expect(await text(stream)).toBe('ab');
    expect(steps).toEqual(['stream']);
  });

  it('fails a stream if its repository cannot be opened', async () => {
    const { git, steps } = createClient({ open: () => Promise.reject(new UnavailableError()) });
    const { stream, result } = git.streamArchive({ repo: one } as never);
    await expect(result).rejects.toThrow(UnavailableError);
    await expect(text(stream)).rejects.toThrow(UnavailableError);
    expect(steps).toEqual([]);
  });

  it('opens all repositories that an operation reads', async () => {
    const { git, steps } = createClient();
    await git.compareAcross({ repo: one, from_repo: two, from: 'a', to: 'b' } as never);
    await git.fetchCommits({ repo: two, from: one, ids: [] });
    expect(steps.sort()).toEqual([...['compare', 'fetch'], ...['open 1', 'open 1', 'open 2', 'open 2']].sort());
  });
});
