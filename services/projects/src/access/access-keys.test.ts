import {
  groupKeys,
  levelOf,
  memberKeys,
  openKeys,
  projectKeys,
  sourceCaps,
  sourcesOfKeys,
  withGroupShares,
  type SharedGroup,
} from './access-keys';

const shared = projectKeys({
  _id: 7,
  visibility: 'private',
  namespace_id: 2,
  ancestor_ids: [1, 2],
  shared_groups: [{ group_id: 5, ancestor_ids: [4], group_access: 30, expires_at: null }],
});

describe('levels', () => {
  it('are the highest level of the matching keys', () => {
    const rows = [
      { source_kind: 'group' as const, source_id: 1, access_level: 20 },
      { source_kind: 'project' as const, source_id: 7, access_level: 30 },
      { source_kind: 'group' as const, source_id: 99, access_level: 50 },
    ];
    expect(levelOf(shared, memberKeys(3, rows))).toBe(30);
  });

  it('are capped by the level of a group share', () => {
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

  it('come from memberships of the project, its ancestor groups and the groups that it is shared with', () => {
    expect(sourcesOfKeys(shared).sort()).toEqual(['group/1', 'group/2', 'group/4', 'group/5', 'project/7']);
    expect(sourcesOfKeys(groupKeys({ _id: 2, visibility: 'internal', ancestor_ids: [1] }))).toEqual([
      'group/1',
      'group/2',
    ]);
  });

  it('let signed-in users who are not external read internal projects', () => {
    expect(openKeys({ id: null, admin: false, external: false })).toEqual(['v:public']);
    expect(openKeys({ id: 1, admin: false, external: true })).toEqual(['v:public']);
    expect(openKeys({ id: 1, admin: false, external: false })).toEqual(['v:public', 'v:internal']);
  });
});

describe('levels through groups shared with groups', () => {
  const share = (groupId: number, ancestorIds: number[], cap: number, day: string | null = null) => ({
    group_id: groupId,
    ancestor_ids: ancestorIds,
    group_access: cap,
    expires_at: day,
  });
  const inGroup = (id: number, level: number) => ({
    source_kind: 'group' as const,
    source_id: id,
    access_level: level,
  });
  const keysOfGroup = groupKeys({ _id: 2, visibility: 'private', ancestor_ids: [1] });

  /**
   * The level of a member, computed from the user's keys and from the keys of the object. Both
   * results must be equal.
   */
  function levelIn(objectKeys: string[], sharedGroups: SharedGroup[], rows: ReturnType<typeof inGroup>[]): number {
    const level = levelOf(objectKeys, memberKeys(3, rows, sharedGroups));
    expect(levelOf(withGroupShares(objectKeys, sharedGroups), memberKeys(3, rows))).toBe(level);
    const caps = sourceCaps(withGroupShares(objectKeys, sharedGroups));
    const levels = rows.map(({ source_id: id, access_level: own }) => Math.min(own, caps.get(`group/${id}`) ?? 0));
    expect(Math.max(0, ...levels)).toBe(level);
    return level;
  }

  it('are capped, and apply to the group, its content and members of ancestor groups', () => {
    const shares = [{ _id: 1, shared_groups: [share(8, [7], 30)] }];
    expect(levelIn(keysOfGroup, shares, [inGroup(8, 50)])).toBe(30);
    expect(levelIn(keysOfGroup, shares, [inGroup(7, 20)])).toBe(20);
    expect(levelIn(keysOfGroup, shares, [inGroup(8, 50), inGroup(2, 40)])).toBe(40);
    expect(levelIn(keysOfGroup, shares, [inGroup(6, 50)])).toBe(0);
    expect(levelIn(keysOfGroup, [{ _id: 1, shared_groups: [share(8, [], 50)] }], [inGroup(8, 50)])).toBe(50);
  });

  it('apply to projects shared with the shared group, with the lower of both caps', () => {
    const shares = [{ _id: 5, shared_groups: [share(8, [], 40)] }];
    expect(levelIn(shared, shares, [inGroup(8, 50)])).toBe(30);
    expect(levelIn(shared, [{ _id: 5, shared_groups: [share(8, [], 20)] }], [inGroup(8, 50)])).toBe(20);
  });

  it('end on the expiry date, are not transitive, and do not loop', () => {
    const over = [{ _id: 1, shared_groups: [share(8, [], 30, '2001-01-01')] }];
    expect(levelIn(keysOfGroup, over, [inGroup(8, 50)])).toBe(0);
    const chain = [
      { _id: 1, shared_groups: [share(8, [], 30)] },
      { _id: 8, shared_groups: [share(9, [], 30), share(1, [], 40)] },
    ];
    expect(levelIn(keysOfGroup, chain, [inGroup(9, 50)])).toBe(0);
    expect(levelIn(['g:8'], chain, [inGroup(1, 50)])).toBe(40);
    expect(levelIn(['g:1'], chain, [inGroup(1, 20)])).toBe(20);
  });
});
