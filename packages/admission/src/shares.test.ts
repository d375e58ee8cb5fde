import { Shares, sharesOf, type Caller } from './shares';

const user = (key: string): Caller => ({ key, isAnonymous: false });
const visitor = (key: string): Caller => ({ key, isAnonymous: true });

describe('shares', () => {
  it.each([
    [16, 4, 8],
    [8, 2, 4],
    [3, 1, 1],
    [1, 1, 1],
    [0, 0, 0],
  ])('of %i are %i for a caller and %i for all without a token', (total, perCaller, anonymous) => {
    expect(sharesOf(total)).toEqual({ total, perCaller, anonymous });
  });

  it('limit each caller, those without a token together, and all', () => {
    const shares = new Shares(sharesOf(8));
    expect([1, 2, 3].map(() => shares.take(visitor('a')))).toEqual([true, true, false]);
    expect(shares.take(visitor('b'), 2)).toBe(true);
    expect(shares.take(visitor('c'))).toBe(false);
    expect(shares.take(user('d'), 3)).toBe(false);
    expect([user('d'), user('e'), user('f')].map((caller) => shares.take(caller, 2))).toEqual([true, true, false]);
    expect([shares.held, shares.heldBy(user('d')), shares.heldBy(user('f'))]).toEqual([8, 2, 0]);
  });

  it('are available again when they are given back', () => {
    const shares = new Shares(sharesOf(4));
    expect([shares.take(visitor('a')), shares.take(visitor('b')), shares.take(visitor('c'))]).toEqual([
      true,
      true,
      false,
    ]);
    shares.give(visitor('a'));
    expect([shares.take(visitor('c')), shares.held]).toEqual([true, 2]);
  });
});
