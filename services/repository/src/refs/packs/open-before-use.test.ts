import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { GitClient } from '@forgemesh/git-engine';
import { UnavailableError } from '@forgemesh/errors';
import { Storages } from '#storage/repository-location';
import { openBeforeUse } from './open-before-use';
import { noPacks, type RepositoryPacks } from './repository-packs';

const storages = new Storages('/data', []);
const [one, two] = [1, 2].map((id) => storages.locate(id, 'default').repo) as [string, string];

/** A client whose packs open repositories, and the steps in their order. */
function createClient({ open = () => Promise.resolve(), isOpen = false } = {}) {
  const steps: string[] = [];
  const packs: RepositoryPacks = {
    ...noPacks,
    isEnabled: true,
    opensFolders: true,
    isOpen: () => isOpen,
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
    compareAcross: () => Promise.resolve(steps.push('compare')),
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
