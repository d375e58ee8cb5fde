import { createHash } from 'node:crypto';
import { countIds, FANOUT_BYTES, findId, ID_BYTES } from './find-id';

const table = { fanout: 3, ids: 3 + FANOUT_BYTES };

/** A table after three other bytes. */
function tableOf(ids: Buffer[]): Buffer {
  const sorted = ids.toSorted((a, b) => a.compare(b));
  const data = Buffer.alloc(table.ids);
  for (let byte = 0; byte < 256; byte += 1) {
    data.writeUInt32BE(sorted.filter((id) => id[0]! <= byte).length, table.fanout + byte * 4);
  }
  return Buffer.concat([data, ...sorted]);
}

function someIds(name: string, count: number): Buffer[] {
  return Array.from({ length: count }, (_, n) => createHash('sha1').update(`${name} ${n}`).digest());
}

describe('findId', () => {
  it.each([0, 1, 2, 3000])('finds each of %i ids and no other', (count) => {
    const ids = someIds('stored', count);
    const data = tableOf(ids);
    expect(countIds(data, table)).toBe(count);
    const found = ids.map((id) => {
      const at = table.ids + findId(data, table, id)! * ID_BYTES;
      return data.subarray(at, at + ID_BYTES).equals(id);
    });
    expect(found.every(Boolean)).toBe(true);
    expect(someIds('other', 1000).filter((id) => findId(data, table, id) !== undefined)).toEqual([]);
  });

  it('tells ids with the same beginning apart', () => {
    const ids = [0, 1, 127, 128, 255].flatMap((last) =>
      ['00', '7f', 'ff'].map((first) => Buffer.from(first.repeat(19) + last.toString(16).padStart(2, '0'), 'hex')),
    );
    const data = tableOf(ids);
    const indexes = ids.map((id) => findId(data, table, id));
    expect(new Set(indexes).size).toBe(ids.length);
    expect(findId(data, table, Buffer.from('00'.repeat(19) + '02', 'hex'))).toBeUndefined();
  });

  it('throws for a truncated table', () => {
    const ids = someIds('stored', 100);
    const data = tableOf(ids).subarray(0, table.ids + 10);
    expect(() => ids.forEach((id) => findId(data, table, id))).toThrow('out of');
    expect(() => countIds(data.subarray(0, 100), table)).toThrow('out of');
  });
});
