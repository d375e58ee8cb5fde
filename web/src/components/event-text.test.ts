import type { ContributionEvent } from '#api/types';
import { eventSentence, type EventSentence } from './event-text';

function event(fields: Partial<ContributionEvent>): ContributionEvent {
  return {
    action_name: 'opened',
    target_type: null,
    target_iid: null,
    target_title: null,
    ...fields,
  } as unknown as ContributionEvent;
}

const note = (fields: object): Partial<ContributionEvent> => ({
  action_name: 'commented on',
  target_type: 'Note',
  note: { id: 21, body: 'Text', noteable_iid: null, ...fields } as unknown as NonNullable<ContributionEvent['note']>,
});

const push = (fields: object): Partial<ContributionEvent> => ({
  action_name: 'pushed to',
  push_data: {
    action: 'pushed',
    commit_count: 2,
    ref: 'main',
    ref_count: null,
    ref_type: 'branch',
    ...fields,
  } as unknown as NonNullable<ContributionEvent['push_data']>,
});

describe('eventSentence', () => {
  it.each<[Partial<ContributionEvent>, EventSentence]>([
    [
      { target_type: 'Issue', target_iid: 1, target_title: 'A bug' },
      { action: 'opened issue', target: { text: 'A bug', to: '/a/b/-/issues/1' } },
    ],
    [
      { action_name: 'created', target_type: 'WikiPage::Meta', target_title: 'Home' },
      { action: 'created the wiki page', target: { text: 'Home' } },
    ],
    [{ action_name: 'joined' }, { action: 'joined the project' }],
    [
      note({ noteable_type: 'MergeRequest', noteable_iid: 1 }),
      { action: 'commented on merge request', target: { text: '!1', to: '/a/b/-/merge_requests/1#note_21' } },
    ],
    [
      note({ noteable_type: 'Issue', noteable_iid: 2 }),
      { action: 'commented on issue', target: { text: '#2', to: '/a/b/-/issues/2#note_21' } },
    ],
    [note({ noteable_type: 'Commit' }), { action: 'commented on a commit' }],
    [note({ noteable_type: 'Snippet' }), { action: 'commented on a snippet' }],
    [push({}), { action: 'pushed 2 commits to branch', target: { text: 'main', to: '/a/b/-/tree/main' } }],
    [
      push({ action: 'created', ref: 'v1', ref_type: 'tag' }),
      { action: 'created tag', target: { text: 'v1', to: '/a/b/-/tags/v1' } },
    ],
    [push({ action: 'removed', ref: 'old' }), { action: 'deleted branch', target: { text: 'old' } }],
    [push({ action: 'removed', ref: null, ref_count: 3 }), { action: 'deleted 3 branches' }],
  ])('%j', (fields, sentence) => expect(eventSentence(event(fields), 'a/b')).toEqual(sentence));

  it('has no address in a project that is not known', () => {
    const { target } = eventSentence(event({ target_type: 'Issue', target_iid: 1, target_title: 'A bug' }), undefined);
    expect(target).toEqual({ text: 'A bug' });
  });
});
