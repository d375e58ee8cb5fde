import { assertValidLists, changeEntries, lastIdOf, namedBy, newEntries, numberEntries } from './access-entry';

describe('numbers of entries', () => {
  it('are those stored, else the lowest free ones', () => {
    expect(
      numberEntries({ push: [{ access_level: 40 }, { id: 1, user_id: 7 }], merge: [{ access_level: 30 }] }),
    ).toEqual({
      push: [
        { id: 2, access_level: 40 },
        { id: 1, user_id: 7 },
      ],
      merge: [{ id: 3, access_level: 30 }],
    });
  });

  it('are not used again', () => {
    const lists = { push: [{ id: 1, access_level: 40 }] };
    const { lists: none, lastId } = changeEntries(lists, { push: [{ user_id: 7 }, { id: 1, destroy: true }] }, 4);
    expect([none, lastId]).toEqual([{ push: [{ id: 5, user_id: 7 }] }, 5]);
    expect(lastIdOf(none, 9)).toBe(9);
  });
});

describe('changeEntries', () => {
  const lists = { push: [{ id: 1, access_level: 40 }], merge: [{ id: 2, group_id: 3 }] };

  it('replaces the subject of an entry', () => {
    expect(changeEntries(lists, { push: [{ id: 1, user_id: 5 }] }, 2).lists).toEqual({
      ...lists,
      push: [{ id: 1, user_id: 5 }],
    });
    expect(changeEntries(lists, { push: [{ id: 1 }] }, 2).lists).toEqual(lists);
  });

  it('refuses entries of other lists', () => {
    expect(() => changeEntries(lists, { push: [{ id: 2, destroy: true }] }, 2)).toThrow('Not found');
  });
});

describe('new entries', () => {
  it.each([
    [undefined, undefined, [{ access_level: 40 }]],
    [30, [{ user_id: 1 }], [{ access_level: 30 }, { user_id: 1 }]],
    [undefined, [{ group_id: 2 }], [{ group_id: 2 }]],
  ])('of the level %p and the list %j: %j', (level, listed, expected) => {
    expect(newEntries(level, listed, 40)).toEqual(expected);
  });

  it('are at most 200', () => {
    const users = Array.from({ length: 200 }, (_, index) => ({ user_id: index + 1 }));
    expect(() => assertValidLists({ push_access_levels: users })).not.toThrow();
    expect(() => assertValidLists({ push_access_levels: [...users, { user_id: 201 }] })).toThrow();
  });

  it('are different', () => {
    const lists = { push_access_levels: [{ user_id: 1 }, { group_id: 1 }, { access_level: 40 }] };
    expect(() => assertValidLists(lists)).not.toThrow();
    expect(() =>
      assertValidLists({ push_access_levels: [...lists.push_access_levels, { id: 4, group_id: 1 }] }),
    ).toThrow();
    expect(namedBy([...lists.push_access_levels, { user_id: 1 }])).toEqual(['user/1', 'group/1']);
  });
});
