import type { EventEntity, ForgeEvent } from '@forgemesh/events';
import type { TriggersDeps } from './deps';
import { pushTriggers } from './push-triggers';

const deps = { settings: { current: () => ({ push_event_hooks_limit: 3 }) } } as TriggersDeps;

type RefChange = EventEntity<'repository.push.received'>;

const change: RefChange = {
  id: 1,
  push_id: 'p',
  refs_count: 1,
  project_id: 1,
  storage: 'default',
  repository: 'project',
  ref: 'refs/heads/main',
  before: '1',
  after: '2',
  user_id: 1,
  user_username: 'root',
  user_name: 'Root',
  push_options: [],
  is_first: false,
  created_at: '2026-01-01T00:00:00.000Z',
  total_commits_count: 0,
  commits: [],
};

function triggersOf(fields: Partial<RefChange>): string[] {
  const event: ForgeEvent<'repository.push.received'> = {
    specversion: '1.0',
    id: 'e',
    source: '/forgemesh/repository',
    type: 'repository.push.received',
    time: change.created_at,
    subject: '1',
    datacontenttype: 'application/json',
    actor: 1,
    correlationid: 'c',
    data: { entity: { ...change, ...fields }, version: 1, changes: {} },
  };
  return pushTriggers(deps, event).map(({ trigger }) => trigger);
}

describe('push_event_hooks_limit', () => {
  const branch = { ref: 'refs/heads/main', before: '1', after: '2' };
  const tag = { ref: 'refs/tags/v1', before: '1', after: '2' };

  it('counts the branches and the tags of a push separately', () => {
    const mixed = { refs_count: 6, ref_type_count: 3 };
    expect(triggersOf({ ...branch, ...mixed })).toEqual(['push_events', 'repository_update_events']);
    expect(triggersOf({ ...tag, ...mixed })).toEqual(['tag_push_events', 'repository_update_events']);
  });

  it('stops the deliveries of the ref type that exceeds the limit', () => {
    expect(triggersOf({ ...branch, refs_count: 5, ref_type_count: 4 })).toEqual([]);
    expect(triggersOf({ ...tag, refs_count: 5, ref_type_count: 1 })).toHaveLength(2);
  });

  it('counts all refs in events without a count per type', () => {
    expect(triggersOf({ ...branch, refs_count: 4 })).toEqual([]);
    expect(triggersOf({ ...branch, refs_count: 3 })).toHaveLength(2);
  });
});
