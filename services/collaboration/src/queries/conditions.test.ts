import { allOf, checkOf, LargeCondition, oneOf } from './conditions';

describe('conditions on labels and milestones', () => {
  const many = Array.from({ length: 501 }, (_, index) => index + 1);
  const rows = [
    { label_ids: [9_000, 1], milestone_id: 2 },
    { label_ids: [9_000], milestone_id: null },
    { label_ids: [], milestone_id: 9_000 },
  ];
  const large = (field: 'label_ids' | 'milestone_id'): LargeCondition => oneOf(field, many, 'title') as LargeCondition;

  it('are queries while they name few ids', () => {
    expect(oneOf('label_ids', [1, 2], 'title')).toEqual({ label_ids: { $in: [1, 2] } });
    expect(oneOf('milestone_id', many.slice(1), 'title')).not.toBeInstanceOf(LargeCondition);
  });

  it('are checked on rows if they name many ids, and can be negated', async () => {
    const picked = async (condition: LargeCondition): Promise<object[]> =>
      (await checkOf<object>([condition], undefined)?.pick([...rows])) ?? [];
    expect(await picked(large('label_ids'))).toEqual([rows[0]]);
    expect(await picked(large('label_ids').negated())).toEqual([rows[1], rows[2]]);
    expect(await picked(large('milestone_id'))).toEqual([rows[0]]);
    expect(await picked(large('milestone_id').negated())).toEqual([rows[1], rows[2]]);
  });

  it('are queries if a list is read as a whole', () => {
    const query = { label_ids: { $in: many } };
    expect(allOf([large('label_ids')])).toEqual(query);
    expect(allOf([{}, { state: 'opened' }, large('label_ids').negated()])).toEqual({
      $and: [{ state: 'opened' }, { $nor: [query] }],
    });
  });

  it('are checked after the rights of the caller, and have distinct keys', async () => {
    const rights = {
      key: 'rights',
      fields: { project_id: 1 as const },
      pick: (found: object[]) => Promise.resolve(found.slice(1)),
      toFilter: () => Promise.resolve({ project_id: 7 }),
    };
    expect(checkOf([], rights)).toBe(rights);
    const check = checkOf<object>([large('milestone_id').negated()], rights);
    expect(check?.fields).toEqual({ project_id: 1, milestone_id: 1 });
    expect(await check?.pick([...rows])).toEqual([rows[2]]);
    expect(await check?.toFilter()).toEqual({
      $and: [{ $nor: [{ milestone_id: { $in: many } }] }, { project_id: 7 }],
    });
    expect(check?.key).not.toBe(checkOf<object>([large('milestone_id')], rights)?.key);
  });
});
