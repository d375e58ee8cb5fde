import type { ContributionEvent } from '#api/types';
import { newestPush } from './pushed-branch';

const now = Date.parse('2026-06-01T12:00:00Z');
const project = { id: 1, default_branch: 'main' };
const sha = 'a'.repeat(40);

function push(ref: string, fields: Partial<Record<'at' | 'to' | 'type', string | null>> = {}, projectId = 1) {
  return {
    project_id: projectId,
    created_at: fields.at ?? '2026-06-01T11:50:00Z',
    push_data: { ref, ref_type: fields.type ?? 'branch', commit_to: fields.to === undefined ? sha : fields.to },
  } as unknown as ContributionEvent;
}

describe('newestPush', () => {
  const newest = (events: ContributionEvent[], isDismissed = () => false) =>
    newestPush(events, project, { now, isDismissed });

  it('is the last one to another branch than the default one', () => {
    const expected = { name: 'feature', sha, at: '2026-06-01T11:50:00Z' };
    expect(
      newest([push('main'), push('v1', { type: 'tag' }), push('x', {}, 2), push('feature'), push('older')]),
    ).toEqual(expected);
  });

  it.each<[string, ContributionEvent]>([
    ['it was long ago', push('feature', { at: '2026-06-01T09:59:00Z' })],
    ['it is the default branch', push('main')],
  ])('does not exist if %s', (_, event) => expect(newest([event])).toBeUndefined());

  it('is not a branch that was removed since', () => {
    expect(newest([push('feature', { to: null }), push('feature')])).toBeUndefined();
    expect(newest([push('feature', { to: null }), push('feature'), push('other')])?.name).toBe('other');
  });

  it('does not exist if it was dismissed', () => expect(newest([push('feature')], () => true)).toBeUndefined());
});
