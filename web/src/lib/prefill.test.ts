import { prefillOf } from './prefill';

const read = (address: string, kind: 'issue' | 'merge_request' = 'issue') =>
  prefillOf(new URLSearchParams(address), kind);

describe('prefillOf', () => {
  it('reads the values of an issue', () =>
    expect(
      read(
        'issue[title]=A%20title&issue[description]=a%0Ab&issue[confidential]=true&issue[milestone_id]=3' +
          '&issue[assignee_ids][]=1&issue[assignee_ids][]=2&issue[labels][]=bug&issue[due_date]=2030-01-31',
      ),
    ).toEqual({
      title: 'A title',
      description: 'a\nb',
      template: undefined,
      isConfidential: true,
      assigneeIds: [1, 2],
      milestoneId: 3,
      labels: ['bug'],
      dueDate: '2030-01-31',
      draftKey: '?A title&a\nb',
    }));

  it('reads nothing from other or invalid values', () =>
    expect(
      read('issue[title]=x&merge_request[milestone_id]=x&merge_request[assignee_id]=-1', 'merge_request'),
    ).toMatchObject({ title: undefined, milestoneId: null, assigneeIds: [], dueDate: '', draftKey: '' }));

  it('names a template', () =>
    expect(read('issuable_template=Bug')).toMatchObject({ template: 'Bug', draftKey: '?Bug' }));
});
