import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf, isTopic, topicSubjects } from './topics';

const listed = join(__dirname, '../../../../deploy/helm/forgemesh/files/page-subjects.json');

it('the event bus lets the gateway receive the subjects of all topics, and no others', () => {
  expect(JSON.parse(readFileSync(listed, 'utf8'))).toEqual(topicSubjects);
});

describe('changesOf', () => {
  const issue = { project_id: 1, iid: 2, confidential: false };
  const list = { topic: 'projects/1/issues', isConfidential: false };
  const item = { topic: 'projects/1/issues/2', isConfidential: false };

  it('names the list and the item of a changed issue', () => {
    expect(changesOf('collaboration.issue.updated', issue)).toEqual([list, item]);
  });

  it('marks a list in which only a confidential entry changed', () => {
    const changes = changesOf('collaboration.issue.updated', { ...issue, confidential: true });
    expect(changes).toEqual([{ ...list, isConfidential: true }, item]);
  });

  it.each([
    ['collaboration.note.created', { project_id: 1, noteable_type: 'Issue', noteable_iid: 2 }, ['projects/1/issues/2']],
    [
      'collaboration.note.created',
      { project_id: 1, noteable_type: 'MergeRequest', noteable_iid: 2 },
      ['projects/1/merge_requests/2'],
    ],
    [
      'collaboration.note.updated',
      { project_id: null, group_id: 3, noteable_type: 'Epic', noteable_iid: 2 },
      ['groups/3/epics/2'],
    ],
    ['collaboration.note.created', { project_id: 1, noteable_type: 'Commit', noteable_iid: null }, []],
    ['approvals.merge_request.approved', { project_id: 1, iid: 4 }, ['projects/1/merge_requests/4']],
    ['repository.push.received', { project_id: 1, repository: 'project' }, ['projects/1/repository/branches']],
    ['repository.push.received', { project_id: 1, repository: 'wiki' }, []],
    ['repository.pipeline.updated', { project_id: 1 }, ['projects/1/pipelines']],
    ['identity.user.updated', { project_id: 1 }, []],
  ])('%s of %j', (type, entity, topics) => {
    const changes = changesOf(type, entity);
    expect(changes.map(({ topic }) => topic)).toEqual(topics);
    expect(changes.every(({ topic }) => isTopic(topic))).toBe(true);
  });
});
