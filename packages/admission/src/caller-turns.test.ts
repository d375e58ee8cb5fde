import { OverloadError } from './admission';
import { CallerTurns } from './caller-turns';

const never = new AbortController().signal;
const wait = { waitMs: 60_000, signal: never };
const ada = { key: 'ada', max: 2 };
const bob = { key: 'bob', max: 2 };

/** Resolved promises and what they cause. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns of callers', () => {
  it('are limited for each caller, not for all', () => {
    const turns = new CallerTurns();
    expect([turns.tryBegin(ada), turns.tryBegin(ada), turns.tryBegin(ada)]).toEqual([
      expect.any(Function),
      expect.any(Function),
      undefined,
    ]);
    expect(turns.tryBegin(bob)).toBeDefined();
  });

  it('are taken in order, as earlier work ends', async () => {
    const turns = new CallerTurns();
    const order: string[] = [];
    const ends = await Promise.all([turns.begin(ada, wait), turns.begin(ada, wait)]);
    const later = ['third', 'fourth'].map((name) =>
      turns.begin(ada, wait).then((end) => {
        order.push(name);
        return end;
      }),
    );
    expect(turns.waiting).toBe(2);
    ends[0]?.();
    // A second call of the same end gives nobody a turn.
    ends[0]?.();
    await settled();
    expect(order).toEqual(['third']);
    ends[1]?.();
    expect((await Promise.all(later)).length).toBe(2);
    expect(order).toEqual(['third', 'fourth']);
    expect(turns.tryBegin(ada)).toBeUndefined();
    for (const end of await Promise.all(later)) end();
    expect(turns.tryBegin(ada)).toBeDefined();
  });

  it('are not waited for longer than the time, or than the client stays', async () => {
    const turns = new CallerTurns();
    const one = { key: 'ada', max: 1 };
    const end = await turns.begin(one, wait);
    await expect(turns.begin(one, { ...wait, waitMs: 1 })).rejects.toThrow(OverloadError);
    const client = new AbortController();
    const waiting = turns.begin(one, { ...wait, signal: client.signal });
    client.abort(new Error('disconnected'));
    await expect(waiting).rejects.toThrow('disconnected');
    await expect(turns.begin(one, { ...wait, signal: client.signal })).rejects.toThrow('disconnected');
    expect(turns.waiting).toBe(0);
    end();
    expect(turns.tryBegin(one)).toBeDefined();
  });
});
