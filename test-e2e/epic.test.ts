/** The life of an epic over two projects: planned, worked on, moved, and closed. */
import { createUser, waitFor, unique, createGroup, addMember, createProject, type TestUser } from '@forgemesh/testing';

interface Item {
  id: number;
  iid: number;
}

describe('an epic over two projects', () => {
  let owner: TestUser;
  let developer: TestUser;
  let group: { id: number; full_path: string };
  let front: string;
  let back: string;
  let epic: Item;
  const issues: Item[] = [];

  beforeAll(async () => {
    [owner, developer] = await Promise.all([createUser(), createUser()]);
    const name = unique('plan');
    group = await createGroup(owner.api, { name, path: name });
    await addMember(owner.api, `/groups/${group.id}`, developer, 30);
    const createEpicProject = async (project: string): Promise<string> =>
      `/projects/${(await createProject(owner.api, { name: project, namespace_id: group.id })).id}`;
    [front, back] = [await createEpicProject('front'), await createEpicProject('back')];
  });

  it('contains issues of both', async () => {
    epic = (await owner.api.post(`/groups/${group.id}/epics`, { title: 'Search', labels: 'big' })).body;
    for (const project of [front, back]) {
      const made = await developer.api.post(`${project}/issues`, { title: `Search of ${project}`, epic_id: epic.id });
      expect(made).toMatchObject({ status: 201, body: { epic: { id: epic.id, title: 'Search' } } });
      issues.push(made.body);
    }
    const listed = await developer.api.get(`/groups/${group.id}/epics/${epic.iid}/issues`);
    expect(listed.body.map(({ id }: Item) => id)).toEqual(issues.map(({ id }) => id));
  });

  it('lasts as long as the milestones of its issues', async () => {
    const days = { start_date: '2030-01-01', due_date: '2030-01-31' };
    const own = (await owner.api.post(`${front}/milestones`, { title: 'front', ...days })).body;
    const shared = { title: 'shared', start_date: '2030-01-15', due_date: '2030-03-01' };
    const above = (await owner.api.post(`/groups/${group.id}/milestones`, shared)).body;
    await developer.api.put(`${front}/issues/${issues[0]?.iid}`, { milestone_id: own.id });
    await developer.api.put(`${back}/issues/${issues[1]?.iid}`, { milestone_id: above.id });
    const { body } = await owner.api.get(`/groups/${group.id}/epics/${epic.iid}`);
    expect(body).toMatchObject({ start_date: '2030-01-01', due_date: '2030-03-01' });
  });

  it('keeps an issue that is moved to the other project, and is reordered', async () => {
    const { body: moved } = await owner.api.post(`${front}/issues/${issues[0]?.iid}/move`, {
      to_project_id: Number(back.split('/').at(-1)),
    });
    expect(moved).toMatchObject({ epic: { id: epic.id } });
    const at = `/groups/${group.id}/epics/${epic.iid}/issues`;
    const { body } = await developer.api.put(`${at}/${moved.id}`, { move_after_id: issues[1]?.id });
    expect(body.map(({ id }: Item) => id)).toEqual([moved.id, issues[1]?.id]);
    await waitFor(
      () => owner.api.get(front),
      (response) => response.body.open_issues_count === 0,
    );
    await waitFor(
      () => owner.api.get(back),
      (response) => response.body.open_issues_count === 2,
    );
  });

  it('is closed, and keeps its issues when it is deleted', async () => {
    const at = `/groups/${group.id}/epics/${epic.iid}`;
    expect((await developer.api.put(at, { state_event: 'close' })).body).toMatchObject({ state: 'closed' });
    expect((await owner.api.delete(at)).status).toBe(204);
    await waitFor(
      () => developer.api.get(`${back}/issues/${issues[1]?.iid}`),
      ({ body }) => body.epic === null,
    );
  });
});
