import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesOf, groupTopicOf, isTopic, topicSubjects } from './topics';

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

  it('names the lists of the groups above', () => {
    const full = { references: { full: 'scripts/mesh/planner#2' } };
    const below = { path: 'scripts/mesh/planner', topic: 'projects/1/issues' };
    expect(changesOf('collaboration.issue.updated', { ...issue, ...full })).toEqual([
      list,
      { topic: 'groups/*/issues', isConfidential: false, below },
      item,
    ]);
    expect(
      changesOf('collaboration.epic.created', { group_id: 3, iid: 1, references: { full: 'scripts/mesh&1' } })[1],
    ).toEqual({
      topic: 'groups/*/epics',
      isConfidential: false,
      below: { path: 'scripts/mesh', topic: 'groups/3/epics' },
    });
    expect([groupTopicOf('groups/3/merge_requests'), groupTopicOf('groups/3/epics/1')]).toEqual([
      'groups/*/merge_requests',
      undefined,
    ]);
    expect(isTopic('groups/*/issues')).toBe(false);
  });

  it('names the user of a to-do', () => {
    const todo = { topic: 'todos', isConfidential: false, userId: 7 };
    expect(changesOf('collaboration.todo.created', { user_id: 7 })).toEqual([todo]);
    expect(isTopic('todos')).toBe(true);
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
