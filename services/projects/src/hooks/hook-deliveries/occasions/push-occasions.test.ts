import type { ForgeEvent } from '@forgemesh/events';
import type { Projects } from '../../../deps';
import { pushOccasions } from './push-occasions';

const deps = { settings: { current: () => ({ push_event_hooks_limit: 3 }) } } as unknown as Projects;

function triggersOf(entity: object): string[] {
  const event = { id: 'e', time: '2026-01-01T00:00:00.000Z', data: { entity: { project_id: 1, ...entity } } };
  return pushOccasions(deps, event as unknown as ForgeEvent).map(({ trigger }) => trigger);
}

describe('push_event_hooks_limit', () => {
  const branch = { ref: 'refs/heads/main', before: '1', after: '2' };
  const tag = { ref: 'refs/tags/v1', before: '1', after: '2' };

  it('counts the branches and the tags of a push separately', () => {
    const mixed = { refs_count: 6, ref_type_count: 3 };
    expect(triggersOf({ ...branch, ...mixed })).toEqual(['push_events', 'repository_update_events']);
    expect(triggersOf({ ...tag, ...mixed })).toEqual(['tag_push_events', 'repository_update_events']);
  });

  it('stops the deliveries of the type that is above it', () => {
    expect(triggersOf({ ...branch, refs_count: 5, ref_type_count: 4 })).toEqual([]);
    expect(triggersOf({ ...tag, refs_count: 5, ref_type_count: 1 })).toHaveLength(2);
  });

  it('counts all refs in events without a count by type', () => {
    expect(triggersOf({ ...branch, refs_count: 4 })).toEqual([]);
    expect(triggersOf({ ...branch, refs_count: 3 })).toHaveLength(2);
  });
});
