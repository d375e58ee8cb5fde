import { RecentObjects } from './recent-objects';

const object = (text: string) => ({ type: 'blob' as const, data: Buffer.from(text) });

describe('recent objects of a pack', () => {
  it('are dropped when they were not added again for a generation', () => {
    const recent = new RecentObjects();
    expect(recent.add(1, object('one'))).toBe(true);
    expect(recent.add(2, object('two'))).toBe(true);
    expect(recent.add(2, object('two'))).toBe(false);
    recent.age();
    expect(recent.find(1)?.data.toString()).toBe('one');
    expect(recent.add(1, recent.find(1)!)).toBe(true);
    recent.age();
    expect(recent.find(1)?.data.toString()).toBe('one');
    expect(recent.find(2)).toBeUndefined();
    recent.age();
    expect(recent.find(1)).toBeUndefined();
  });
});
