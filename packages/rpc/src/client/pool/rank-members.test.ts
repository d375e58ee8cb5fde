import { rankMembers } from './rank-members';

const membersOf = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `repository-${index}` }));
const keys = Array.from({ length: 3_000 }, (_, index) => String(index + 1));
const preferredOf = (members: { name: string }[], key: string): string => rankMembers(members, key)[0]?.name ?? '';

describe('the ranking of members', () => {
  it('gives each member an equal part of the keys', () => {
    const counts = new Map<string, number>();
    for (const key of keys) {
      const name = preferredOf(membersOf(3), key);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect([...counts.values()].map((count) => Math.abs(count - 1_000) < 150)).toEqual([true, true, true]);
  });

  it('does not depend on the order in which the members are known', () => {
    const members = membersOf(5);
    for (const key of keys.slice(0, 100))
      expect(rankMembers([...members].reverse(), key)).toEqual(rankMembers(members, key));
  });

  it('moves only the keys of a member that leaves, each to its next one', () => {
    const all = membersOf(4);
    const rest = all.slice(1);
    for (const key of keys) {
      const [preferred, next] = rankMembers(all, key);
      expect(preferredOf(rest, key)).toBe(preferred === all[0] ? next?.name : preferred?.name);
    }
  });

  it('moves only its share of the keys to a member that joins', () => {
    const moved = keys.filter((key) => preferredOf(membersOf(3), key) !== preferredOf(membersOf(4), key));
    expect(moved.every((key) => preferredOf(membersOf(4), key) === 'repository-3')).toBe(true);
    expect(Math.abs(moved.length - keys.length / 4)).toBeLessThan(120);
  });
});
