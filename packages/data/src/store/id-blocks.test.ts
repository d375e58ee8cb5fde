import { IdBlocks } from './id-blocks';

/** A sequence that records how many numbers each draw took. */
function sequence() {
  let last = 0;
  const draws: number[] = [];
  const draw = jest.fn((_name: string, count: number) => {
    draws.push(count);
    last += count;
    return Promise.resolve(last - count + 1);
  });
  return { draw, draws };
}

describe('IdBlocks', () => {
  it('draws a single id for a single document', async () => {
    const { draw, draws } = sequence();
    const blocks = new IdBlocks(draw);
    expect(await blocks.take('notes')).toBe(1);
    expect(draws).toEqual([1]);
    expect(draw).toHaveBeenCalledWith('notes', 1);
  });

  it('draws once for all who wait, and gives each an id of their own, in order', async () => {
    const { draw, draws } = sequence();
    const blocks = new IdBlocks(draw);
    const ids = await Promise.all(Array.from({ length: 100 }, () => blocks.take('notes')));
    expect(ids).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
    expect(draws.length).toBeLessThanOrEqual(2);
  });

  it('draws larger blocks while they are used up in time', async () => {
    const { draw, draws } = sequence();
    const blocks = new IdBlocks(draw, () => 0);
    const ids: number[] = [];
    for (let count = 0; count < 200; count++) ids.push(await blocks.take('notes'));
    expect(ids).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(draws).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64]);
  });

  it('does not use ids of a block that has expired', async () => {
    const { draw, draws } = sequence();
    let now = 0;
    const blocks = new IdBlocks(draw, () => now);
    await blocks.take('notes');
    await blocks.take('notes');
    now = 500;
    expect(await blocks.take('notes')).toBe(4);
    expect(draws).toEqual([1, 2, 1]);
  });

  it('gives greater ids after consecutive ones were taken', async () => {
    const { draw } = sequence();
    const blocks = new IdBlocks(draw, () => 0);
    for (let count = 0; count < 4; count++) await blocks.take('notes');
    expect(await blocks.take('notes', 3)).toBe(8);
    expect(await blocks.take('notes')).toBe(11);
  });

  it('does not use a block that was drawn before consecutive ids and arrives after them', async () => {
    const { draw } = sequence();
    let answer: () => void = () => undefined;
    const arrives = new Promise<void>((resolve) => (answer = resolve));
    draw.mockImplementationOnce(() => arrives.then(() => 1));
    const blocks = new IdBlocks(draw, () => 0);
    const waiting = blocks.take('notes');
    draw.mockImplementationOnce(() => Promise.resolve(2));
    expect(await blocks.take('notes', 3)).toBe(2);
    draw.mockImplementation(() => Promise.resolve(5));
    answer();
    expect(await waiting).toBe(5);
  });

  it('keeps the sequences apart', async () => {
    const { draw } = sequence();
    const blocks = new IdBlocks(draw);
    await blocks.take('notes');
    await blocks.take('issues');
    expect(draw).toHaveBeenNthCalledWith(1, 'notes', 1);
    expect(draw).toHaveBeenNthCalledWith(2, 'issues', 1);
  });

  it('fails those who wait for a failed draw, and draws again for the next', async () => {
    const draw = jest.fn(() => Promise.resolve(7));
    draw.mockRejectedValueOnce(new Error('unavailable'));
    const blocks = new IdBlocks(draw);
    const failed = await Promise.allSettled([blocks.take('notes'), blocks.take('notes')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await blocks.take('notes')).toBe(7);
  });
});
