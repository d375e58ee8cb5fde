import type { ContributionEvent } from '#api/types';
import { hasPushElsewhere, newestPush } from './pushed-branch';

const now = Date.parse('2026-06-01T12:00:00Z');
const project = { id: 1, default_branch: 'main' };
const fork = { id: 2, default_branch: 'trunk' };
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
    newestPush(events, [project], { now, isDismissed });

  it('is the last one to another branch than the default one', () => {
    const expected = { projectId: 1, name: 'feature', sha, at: '2026-06-01T11:50:00Z' };
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

  it('is a branch of one of the projects, each with its own default branch', () => {
    const events = [push('trunk', {}, 2), push('main'), push('main', {}, 2), push('feature')];
    expect(newestPush(events, [project, fork], { now, isDismissed: () => false })).toMatchObject({
      projectId: 2,
      name: 'main',
    });
    const removed = [push('feature', { to: null }, 2), push('feature')];
    expect(newestPush(removed, [project, fork], { now, isDismissed: () => false })).toMatchObject({ projectId: 1 });
  });
});

describe('hasPushElsewhere', () => {
  it('considers recent pushes to other projects', () => {
    expect(hasPushElsewhere([push('feature')], 1, now)).toBe(false);
    expect(hasPushElsewhere([push('feature', { at: '2026-06-01T09:59:00Z' }, 2)], 1, now)).toBe(false);
    expect(hasPushElsewhere([push('feature', {}, 2)], 1, now)).toBe(true);
  });
});
