import { BodyMemory, type BodyAccount } from './body-memory';

const refused = {
  reason: 'unavailable',
  retryAfter: 2,
  message: 'Too many large requests at the same time, try again later',
};
const limits = { total: 1_000, anonymous: 200 };
const sender = (userId: number | undefined, address = '192.0.2.1') => ({ userId, address });

/** Opens an account with some bytes. */
function hold(memory: BodyMemory, bytes: number, ...from: Parameters<typeof sender>): BodyAccount {
  const account = memory.open(sender(...from));
  account.growTo(bytes);
  return account;
}

/** Runs an allocation that is refused. */
function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

it('refuses bytes beyond the budget until others are released', () => {
  const memory = new BodyMemory(limits);
  const held = [1, 2, 3, 4].map((id) => hold(memory, 200, id));
  expect(memory.bytes).toBe(800);
  const next = memory.open(sender(5));
  expect(refusalOf(() => next.growTo(1))).toMatchObject(refused);
  held[0]?.close();
  next.growTo(200);
  expect(memory.bytes).toBe(800);
});

it('refuses bytes beyond the share of a caller, whose only body may be larger', () => {
  const memory = new BodyMemory(limits);
  const large = hold(memory, 500, 1);
  expect(refusalOf(() => hold(memory, 1, 1))).toMatchObject(refused);
  hold(memory, 200, 2);
  large.close();
  hold(memory, 100, 1);
  hold(memory, 100, 1);
  expect(refusalOf(() => hold(memory, 1, 1))).toMatchObject(refused);
});

it('keeps a budget of its own for callers without a token, shared by address', () => {
  const memory = new BodyMemory(limits);
  for (let id = 0; id < 4; id++) hold(memory, 200, id + 1);
  const first = hold(memory, 25, undefined, '192.0.2.1');
  hold(memory, 25, undefined, '192.0.2.1');
  expect(refusalOf(() => hold(memory, 1, undefined, '192.0.2.1'))).toMatchObject(refused);
  hold(memory, 150, undefined, '192.0.2.2');
  expect(refusalOf(() => hold(memory, 1, undefined, '192.0.2.3'))).toMatchObject(refused);
  first.close();
  hold(memory, 25, undefined, '192.0.2.3');
});

it('accounts for the largest size only, and releases it once', () => {
  const memory = new BodyMemory(limits);
  const account = hold(memory, 100, 1);
  account.growTo(50);
  account.growTo(120);
  expect(memory.bytes).toBe(120);
  account.close();
  account.close();
  expect(memory.bytes).toBe(0);
});
