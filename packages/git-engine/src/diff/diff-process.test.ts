import { defaultSettings } from '../worker/messages';
import { ScratchRepository } from '../testing/scratch-repository';
import { DiffProcess } from './diff-process';

const absent = 'a'.repeat(40);

describe('DiffProcess', () => {
  let scratch: ScratchRepository;
  let process: DiffProcess;
  let trees: [string, string];
  beforeEach(() => {
    scratch = new ScratchRepository();
    const [one, two] = ['one', 'two'].map((text) => {
      scratch.write('a.txt', text);
      return scratch.commit(text);
    });
    trees = [scratch.git('rev-parse', `${one}^{tree}`), scratch.git('rev-parse', `${two}^{tree}`)];
    process = new DiffProcess(defaultSettings, scratch.repo, ['--name-only']);
  });
  afterEach(() => {
    process.close();
    scratch.remove();
  });

  async function compare(left: string, right: string, signal = new AbortController().signal): Promise<string> {
    let output = '';
    await process.compare(left, right, (chunk) => (output += chunk.toString()).length > 0, signal);
    return output;
  }

  it('fails for trees that do not exist, and goes on', async () => {
    await expect(compare(absent, trees[0])).rejects.toMatchObject({ reason: 'object_not_found' });
    expect(await compare(...trees)).toBe(`${trees.join(' ')}\na.txt\n`);
  });

  it('makes comparisons one after the other', async () => {
    const results = await Promise.all([compare(...trees), compare(trees[1], trees[0]), compare(...trees)]);
    expect(results[1]).toBe(`${trees[1]} ${trees[0]}\na.txt\n`);
    expect(results[2]).toBe(results[0]);
  });

  it('does not let those that wait fail as cancelled', async () => {
    const cancelled = new AbortController();
    const first = compare(...trees, cancelled.signal);
    const second = compare(...trees);
    queueMicrotask(() => cancelled.abort());
    await expect(first).rejects.toMatchObject({ reason: 'cancelled' });
    // The caller starts another process.
    await expect(second).rejects.toMatchObject({ reason: 'git_failed' });
  });
});
