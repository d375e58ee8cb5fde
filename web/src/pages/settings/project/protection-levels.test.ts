import { entryChanges, namedOptions, newEntries, roleOf, type AccessEntry } from './protection-levels';

const role: AccessEntry = {
  id: 1,
  access_level: 40,
  access_level_description: 'Maintainers',
  user_id: null,
  group_id: null,
};
const user = { ...role, id: 2, access_level: null, access_level_description: 'Ann', user_id: 7 };
const group = { ...role, id: 3, access_level: null, access_level_description: 'Owners', group_id: 9 };
const entries = [role, user, group];

describe('entries of a protection', () => {
  it('have a role and options', () => {
    expect([roleOf(entries), roleOf([user]), roleOf([{ ...role, access_level: 0 }])]).toEqual(['40', '0', '0']);
    expect(namedOptions(entries)).toEqual([
      { value: '2', text: 'Ann' },
      { value: '3', text: 'Owners' },
    ]);
  });

  it('are new ones, or changes of the stored ones', () => {
    expect(newEntries(0, [])).toEqual([{ access_level: 0 }]);
    expect(newEntries(0, [{ user_id: 7 }])).toEqual([{ user_id: 7 }]);
    expect(newEntries(30, [{ user_id: 7 }])).toEqual([{ access_level: 30 }, { user_id: 7 }]);
    expect(entryChanges(entries, { level: undefined, kept: undefined, added: [] })).toEqual([]);
    expect(entryChanges(entries, { level: 30, kept: ['3'], added: [{ user_id: 8 }, { group_id: 9 }] })).toEqual([
      { id: 1, destroy: true },
      { id: 2, destroy: true },
      { access_level: 30 },
      { user_id: 8 },
    ]);
  });
});
