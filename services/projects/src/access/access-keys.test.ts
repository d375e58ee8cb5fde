import { groupKeys, levelOf, memberKeys, openKeys, projectKeys, sourcesOfKeys } from './access-keys';

const shared = projectKeys({
  _id: 7,
  visibility: 'private',
  namespace_id: 2,
  ancestor_ids: [1, 2],
  shared_groups: [{ group_id: 5, ancestor_ids: [4], group_access: 30, expires_at: null }],
});

describe('levels', () => {
  it('are the highest of what hits', () => {
    const rows = [
      { source_kind: 'group' as const, source_id: 1, access_level: 20 },
      { source_kind: 'project' as const, source_id: 7, access_level: 30 },
      { source_kind: 'group' as const, source_id: 99, access_level: 50 },
    ];
    expect(levelOf(shared, memberKeys(3, rows))).toBe(30);
  });

  it('are capped where a group shares in', () => {
    const member = (id: number, level: number) =>
      levelOf(shared, memberKeys(3, [{ source_kind: 'group', source_id: id, access_level: level }]));
    expect(member(5, 50)).toBe(30);
    expect(member(4, 40)).toBe(30);
    expect(member(5, 10)).toBe(10);
    expect(member(2, 50)).toBe(50);
  });

  it('are 50 for the owner of the namespace and 0 for others', () => {
    const own = projectKeys({
      _id: 8,
      visibility: 'public',
      namespace_id: 9,
      ancestor_ids: [],
      owner_id: 3,
      shared_groups: [],
    });
    expect(levelOf(own, memberKeys(3, []))).toBe(50);
    expect(levelOf(own, memberKeys(4, []))).toBe(0);
  });

  it('come from the memberships of the project, the groups above and the groups that share in', () => {
    expect(sourcesOfKeys(shared).sort()).toEqual(['group/1', 'group/2', 'group/4', 'group/5', 'project/7']);
    expect(sourcesOfKeys(groupKeys({ _id: 2, visibility: 'internal', ancestor_ids: [1] }))).toEqual([
      'group/1',
      'group/2',
    ]);
  });

  it('open what is internal to signed-in users who are not external', () => {
    expect(openKeys({ id: null, admin: false, external: false })).toEqual(['v:public']);
    expect(openKeys({ id: 1, admin: false, external: true })).toEqual(['v:public']);
    expect(openKeys({ id: 1, admin: false, external: false })).toEqual(['v:public', 'v:internal']);
  });
});
