import { ConflictError } from '@forgemesh/errors';
import type { RefLogDeps } from './deps';
import { KeyedQueue } from '#storage/keyed-queue';
import { commitInTurn, type CommittedChange } from './commit-in-turn';

const committed = (after: string): CommittedChange => ({ after, finished: Promise.resolve() });
const turn = { repo: '/r', branch: 'main', operation_id: 'write' };

function repositories(earlier: { after: string } | null = null): RefLogDeps {
  const refLog = { findByOperation: () => Promise.resolve(earlier && { refs: [earlier] }) };
  return { branchQueue: new KeyedQueue(), refLog } as unknown as RefLogDeps;
}

describe('commitInTurn', () => {
  it('tries again when the branch has moved', async () => {
    const results = [null, null, committed('commit')];
    const attempt = () => Promise.resolve(results.shift() ?? null);
    expect(await commitInTurn(repositories(), turn, attempt)).toBe('commit');
    expect(results).toEqual([]);
  });

  it('gives up when the branch keeps moving', async () => {
    let tries = 0;
    const attempt = (): Promise<null> => {
      tries += 1;
      return Promise.resolve(null);
    };
    await expect(commitInTurn(repositories(), turn, attempt)).rejects.toThrow(ConflictError);
    expect(tries).toBe(10);
  });

  it('serves the writers of a branch one after the other', async () => {
    const shared = repositories();
    let running = 0;
    const attempt = async (): Promise<CommittedChange> => {
      running += 1;
      await Promise.resolve();
      expect(running).toBe(1);
      running -= 1;
      return committed('commit');
    };
    const writers = Array.from({ length: 20 }, () => commitInTurn(shared, turn, attempt));
    expect(await Promise.all(writers)).toHaveLength(20);
  });

  it('does not let the next writer wait until a commit is finished', async () => {
    const shared = repositories();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const returned: string[] = [];
    const write = async (after: string, until: Promise<void>): Promise<void> => {
      returned.push(await commitInTurn(shared, turn, () => Promise.resolve({ after, finished: until })));
    };
    const first = write('first', finished);
    await write('second', Promise.resolve());
    finish();
    await first;
    expect(returned).toEqual(['second', 'first']);
  });

  it('returns the commit of the first attempt of the same write, else the refusal', async () => {
    const refused = (): Promise<never> => Promise.reject(new Error('refused'));
    expect(await commitInTurn(repositories({ after: 'first' }), turn, refused)).toBe('first');
    await expect(commitInTurn(repositories(), turn, refused)).rejects.toThrow('refused');
  });
});
