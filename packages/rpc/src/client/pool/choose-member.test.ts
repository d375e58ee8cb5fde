import { chooseMember } from './choose-member';
import { rankMembers } from './rank-members';

const KEY = '42';
const membersOf = (...outstanding: number[]) =>
  rankMembers(
    outstanding.map((_, index) => ({ name: `member-${index}`, outstanding: 0 })),
    KEY,
  ).map((member, index) => ({ ...member, outstanding: outstanding[index] as number }));

describe('the member for a call', () => {
  const choose = (isRead: boolean, ...outstanding: number[]) => {
    const members = membersOf(...outstanding);
    const chosen = chooseMember(members, { key: KEY, isRead }, 2);
    return chosen && members.indexOf(chosen);
  };

  it('is the preferred one for writes, however busy it is', () => {
    expect([choose(false, 0, 0, 0), choose(false, 100, 0, 0)]).toEqual([0, 0]);
  });

  it('is the preferred one for reads until it is busy, then the least busy of the warm ones', () => {
    expect([choose(true, 3, 0, 0), choose(true, 4, 0, 0), choose(true, 4, 5, 0)]).toEqual([0, 1, 0]);
  });

  it('is a further one if all warm ones are saturated', () => {
    expect([choose(true, 16, 15, 0), choose(true, 16, 16, 0), choose(true, 16, 16, 17)]).toEqual([1, 2, 0]);
  });

  it('is any of the least busy ones without a key', () => {
    const members = membersOf(1, 0, 0);
    const chosen = new Set(
      Array.from({ length: 50 }, () => chooseMember(members, { isRead: true }, 2)).map(
        (member) => member && members.indexOf(member),
      ),
    );
    expect([...chosen].sort()).toEqual([1, 2]);
  });

  it('does not exist without members', () => {
    expect([chooseMember([], { key: KEY, isRead: true }, 2), chooseMember([], { isRead: true }, 2)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
