import { Admission, OverloadError, type AdmissionLimits } from './admission';
import type { Caller } from './shares';

const { signal } = new AbortController();
const user = (key: string): Caller => ({ key, isAnonymous: false });
const visitor = (key: string): Caller => ({ key, isAnonymous: true });

function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  return new Admission({ running: 8, queue: 16, waitMs: 60_000, ...limits });
}

/** Records in which order requests enter; returns the functions that release their slots. */
class Recorder {
  readonly entered: string[] = [];
  readonly releases: (() => void)[] = [];
  readonly errors: unknown[] = [];

  constructor(private readonly admission: Admission) {}

  request(caller: Caller, name = caller.key, resource?: string): void {
    this.admission.acquire({ caller, signal, ...(resource !== undefined && { resource }) }).then(
      (release) => {
        this.entered.push(name);
        this.releases.push(release);
      },
      (error: unknown) => this.errors.push(error),
    );
  }

  /** Releases the oldest slot and returns the names of those that enter. */
  async releaseNext(): Promise<string[]> {
    const before = this.entered.length;
    this.releases.shift()?.();
    await settle();
    return this.entered.slice(before);
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('are at most a quarter for one caller', async () => {
    const admission = createAdmission();
    const recorder = new Recorder(admission);
    for (let index = 0; index < 5; index++) recorder.request(user('a'));
    await settle();
    expect(admission.counts()).toEqual({ running: 2, waiting: 3, refused: 0 });
  });

  it('are at most half for all callers without a token', async () => {
    const admission = createAdmission();
    const recorder = new Recorder(admission);
    for (let index = 0; index < 8; index++) recorder.request(visitor(`address ${index}`));
    await settle();
    expect(admission.counts().running).toBe(4);
    for (let index = 0; index < 4; index++) recorder.request(user(`user ${index}`));
    await settle();
    expect(admission.counts().running).toBe(8);
  });

  it('are limited for each resource', async () => {
    const admission = createAdmission({ perResource: 1 });
    const recorder = new Recorder(admission);
    recorder.request(user('a'), 'first', 'x');
    recorder.request(user('b'), 'second', 'x');
    recorder.request(user('c'), 'other', 'y');
    await settle();
    expect(recorder.entered).toEqual(['first', 'other']);
    expect(await recorder.releaseNext()).toEqual(['second']);
  });

  it('are released once, whatever is called again', async () => {
    const admission = createAdmission();
    const release = await admission.acquire({ caller: user('a'), signal });
    await admission.acquire({ caller: user('b'), signal });
    release();
    release();
    expect(admission.counts().running).toBe(1);
  });
});

describe('waiting', () => {
  it('is ended in turns of the callers, not in the order of arrival', async () => {
    const recorder = new Recorder(createAdmission({ running: 1, queue: 64 }));
    recorder.request(user('holder'));
    for (let index = 0; index < 5; index++) recorder.request(user('greedy'), `greedy ${index}`);
    recorder.request(user('modest'));
    recorder.request(user('late'), 'late 0');
    recorder.request(user('late'), 'late 1');
    await settle();
    const order: string[] = [];
    for (let index = 0; index < 8; index++) order.push(...(await recorder.releaseNext()));
    expect(order).toEqual(['greedy 0', 'modest', 'late 0', 'greedy 1', 'late 1', 'greedy 2', 'greedy 3', 'greedy 4']);
  });

  it('passes over callers whose share is used up', async () => {
    const recorder = new Recorder(createAdmission({ running: 4 }));
    for (const name of ['a', 'b', 'c', 'd']) recorder.request(user(name));
    recorder.request(user('b'), 'b again');
    recorder.request(user('e'));
    await settle();
    expect(await recorder.releaseNext()).toEqual(['e']);
    expect(await recorder.releaseNext()).toEqual(['b again']);
  });

  it('is bounded for each caller, and for those without a token', async () => {
    const admission = createAdmission({ running: 4, queue: 8 });
    const recorder = new Recorder(admission);
    for (let index = 0; index < 10; index++) recorder.request(visitor('a'));
    await settle();
    expect(admission.counts()).toEqual({ running: 1, waiting: 2, refused: 7 });
    expect(recorder.errors).toHaveLength(7);
    expect(recorder.errors[0]).toBeInstanceOf(OverloadError);
    for (const name of ['b', 'b', 'b', 'c', 'c', 'c']) recorder.request(visitor(name));
    await settle();
    // Two of four slots, and four of eight places in the queue.
    expect(admission.counts()).toMatchObject({ running: 2, waiting: 4 });
  });

  it('gives way to callers with fewer waiting requests when the queue is full', async () => {
    const admission = createAdmission({ running: 1, queue: 8 });
    const recorder = new Recorder(admission);
    recorder.request(user('holder'));
    for (const name of ['a', 'b', 'c', 'd'])
      for (const number of [0, 1]) recorder.request(user(name), `${name} ${number}`);
    recorder.request(user('new'));
    await settle();
    expect(admission.counts()).toEqual({ running: 1, waiting: 8, refused: 1 });
    const order: string[] = [];
    for (let index = 0; index < 8; index++) order.push(...(await recorder.releaseNext()));
    expect(order).toEqual(['a 0', 'b 0', 'c 0', 'd 0', 'new', 'b 1', 'c 1', 'd 1']);
  });

  it('does not let one caller take the places of others', async () => {
    const admission = createAdmission({ running: 1, queue: 4 });
    const recorder = new Recorder(admission);
    recorder.request(user('holder'));
    for (const name of ['a', 'b', 'c', 'd', 'e']) recorder.request(user(name));
    await settle();
    expect(recorder.errors).toHaveLength(1);
    expect(admission.counts().waiting).toBe(4);
  });

  it('ends after its time', async () => {
    const admission = createAdmission({ running: 1, waitMs: 20 });
    const release = await admission.acquire({ caller: user('a'), signal });
    await expect(admission.acquire({ caller: user('b'), signal })).rejects.toThrow(OverloadError);
    release();
    expect(admission.counts()).toEqual({ running: 0, waiting: 0, refused: 1 });
    await expect(admission.acquire({ caller: user('b'), signal })).resolves.toBeDefined();
  });

  it('ends with its client, and is not counted as refused', async () => {
    const admission = createAdmission({ running: 1 });
    const client = new AbortController();
    await admission.acquire({ caller: user('a'), signal });
    const waiting = admission.acquire({ caller: user('b'), signal: client.signal });
    client.abort(new Error('disconnected'));
    await expect(waiting).rejects.toThrow('disconnected');
    await expect(admission.acquire({ caller: user('b'), signal: client.signal })).rejects.toThrow('disconnected');
    expect(admission.counts()).toEqual({ running: 1, waiting: 0, refused: 0 });
  });

  it('is impossible without a queue', async () => {
    const admission = createAdmission({ running: 4, queue: 0 });
    await admission.acquire({ caller: user('a'), signal });
    await expect(admission.acquire({ caller: user('a'), signal })).rejects.toThrow(OverloadError);
    await expect(admission.acquire({ caller: user('b'), signal })).resolves.toBeDefined();
  });
});
