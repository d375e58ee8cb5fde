import { withSpent } from './time-tracking';

describe('time that was spent', () => {
  it('is added once for a repeated write', () => {
    const once = withSpent({ total_time_spent: 60 }, 30, 'write-1');
    expect(once).toEqual({ total_time_spent: 90, spent_operation_ids: ['write-1'] });
    expect(withSpent(once ?? { total_time_spent: 0 }, 30, 'write-1')).toBeNull();
    expect(withSpent(once ?? { total_time_spent: 0 }, 30, 'write-2')?.total_time_spent).toBe(120);
  });

  it('stays within bounds', () => {
    expect(() => withSpent({ total_time_spent: 60 }, -61, undefined)).toThrow('exceeds the total time spent');
    expect(() => withSpent({ total_time_spent: 2 ** 31 - 1 }, 1, undefined)).toThrow('is too long');
  });
});
