import { BadRequestError, UnavailableError } from '@forgemesh/errors';
import { importRows } from './import-rows';
import type { UntrustedRecord } from './untrusted-record';

const duplicate = Object.assign(new Error('duplicate'), { code: 11000 });

describe('importRows', () => {
  const request = { relation: 'labels', offset: 10, rows: ['{"n":0}', '{"n":1}', 'x', '{"n":3}'] };

  /** Stores numbers; throws for those in `refused`. */
  function storeOf(refused: Record<number, Error>) {
    const calls: number[][] = [];
    const stored = new Set<number>();
    const store = async (rows: UntrustedRecord[], from: number): Promise<void> => {
      const numbers = rows.map((row) => row.count('n'));
      calls.push([from, ...numbers]);
      for (const number of numbers) {
        const error = refused[number];
        if (error) throw error;
        stored.add(number);
      }
    };
    return { calls, stored, store };
  }

  it('stores valid rows at once', async () => {
    const { calls, store } = storeOf({});
    expect(await importRows({ ...request, rows: ['{"n":5}', '{"n":6}'] }, store)).toEqual([]);
    expect(calls).toEqual([[0, 5, 6]]);
  });

  it('stores the others one by one if a row is no object, invalid or a duplicate', async () => {
    const { calls, stored, store } = storeOf({ 1: new BadRequestError('labels 12: color is invalid'), 3: duplicate });
    expect(await importRows(request, store)).toEqual([
      { position: 11, reason: 'invalid', message: 'labels 12: color is invalid' },
      { position: 12, reason: 'invalid', message: 'labels 13 is invalid' },
      { position: 13, reason: 'duplicate', message: 'labels 14: another entry has the same number or name' },
    ]);
    expect([...stored]).toEqual([0]);
    expect(calls).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
    ]);
  });

  it('passes on errors that are not about a row', async () => {
    const { store } = storeOf({ 0: new UnavailableError() });
    await expect(importRows(request, store)).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
