import {
  api,
  asRoot,
  createUser,
  waitFor,
  meshCaller,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowMember,
  type ApiClient,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { BoardAttributes } from '@forgemesh/proto/collaboration/v1/board';
import { ProjectBoardServiceDefinition } from '@forgemesh/proto/collaboration/v1/project_board';
import { inDatabase } from '#testing/database';
import { createLabel, createMilestone, oneWrite } from '#testing/fixtures';

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe('boards of a project', () => {
  let owner: TestUser;
  let reporter: TestUser;
  let guest: TestUser;
  let group: Created & { full_path: string };
  let project: TestProject;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    project = await createProject(owner.api, { namespace_id: group.id });
    path = `/projects/${project.id}`;
    reporter = await borrowMember(owner.api, path, 20);
    guest = await createMember(owner.api, path, 10);
  });

  const createBoard = async (as: ApiClient = owner.api, name = unique('board')): Promise<Created & { name: string }> =>
    (await as.post(`${path}/boards`, { name })).body as Created & { name: string };
  const at = (board: Created): string => `${path}/boards/${board.id}`;

  /** A board with lists of new labels. */
  const createBoardWith = async (count: number): Promise<{ board: Created; labels: Created[]; lists: number[] }> => {
    const board = await createBoard();
    const labels: Created[] = [];
    const lists: number[] = [];
    for (let made = 0; made < count; made++) {
      const label = await createLabel(owner.api, path);
      labels.push(label);
      lists.push((await owner.api.post(`${at(board)}/lists`, { label_id: label.id })).body.id as number);
    }
    return { board, labels, lists };
  };
  const positions = async (board: Created): Promise<unknown[]> =>
    (await owner.api.get(`${at(board)}/lists`)).body.map(({ id, position }: Created) => [id, position]) as unknown[];

  describe('POST /projects/:id/boards', () => {
    it('creates a board', async () => {
      const name = unique('board');
      const { status, body } = await reporter.api.post(`${path}/boards`, { name });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        name,
        project: {
          id: project.id,
          name: project['name'],
          name_with_namespace: expect.stringContaining(project['name'] as string),
          path: project['path'],
          path_with_namespace: project.path_with_namespace,
          http_url_to_repo: project['http_url_to_repo'],
          web_url: project['web_url'],
        },
        group: null,
        milestone: null,
        assignee: null,
        labels: [],
        weight: null,
        lists: [],
      });
      expect((await guest.api.get(at(body))).body).toEqual(body);
    });

    it('refuses guests, anonymous callers and bad names', async () => {
      const name = 'board';
      expect((await guest.api.post(`${path}/boards`, { name })).status).toBe(403);
      expect((await api().post(`${path}/boards`, { name })).status).toBe(401);
      expect(await owner.api.post(`${path}/boards`)).toMatchObject({ status: 400, body: { error: 'name is missing' } });
      expect((await owner.api.post(`${path}/boards`, { name: ' ' })).body).toEqual({ error: 'name is empty' });
      expect((await owner.api.post(`${path}/boards`, { name: 'x'.repeat(256) })).status).toBe(400);
    });

    it('refuses projects without issues and archived ones', async () => {
      const closed = await createProject(owner.api, { issues_access_level: 'disabled' });
      expect((await owner.api.post(`/projects/${closed.id}/boards`, { name: 'x' })).status).toBe(403);
      expect((await owner.api.get(`/projects/${closed.id}/boards`)).status).toBe(403);
      const archived = await createProject(owner.api);
      await owner.api.post(`/projects/${archived.id}/archive`);
      expect((await owner.api.post(`/projects/${archived.id}/boards`, { name: 'x' })).status).toBe(403);
    });
  });

  describe('GET /projects/:id/boards', () => {
    it('lists the boards of the project by id, in pages', async () => {
      const fresh = await createProject(owner.api, { visibility: 'public' });
      expect((await owner.api.get(`/projects/${fresh.id}/boards`)).body).toEqual([]);
      const made: number[] = [];
      for (const name of ['one', 'two', 'three'])
        made.push((await owner.api.post(`/projects/${fresh.id}/boards`, { name })).body.id as number);
      expect(ids(await guest.api.get(`/projects/${fresh.id}/boards`))).toEqual(made);
      const page = await owner.api.get(`/projects/${fresh.id}/boards?per_page=2&page=2`);
      expect(ids(page)).toEqual(made.slice(2));
      expect(page.headers.get('x-total')).toBe('3');
    });

    it('requires a reader of the project', async () => {
      const stranger = await createUser();
      expect((await stranger.api.get(`${path}/boards`)).body).toEqual({ message: '404 Project Not Found' });
      expect((await api().get(`${path}/boards`)).status).toBe(401);
    });
  });

  describe('GET /projects/:id/boards/:board_id', () => {
    it('gets a board of this project only', async () => {
      const board = await createBoard();
      expect((await guest.api.get(at(board))).body).toEqual(board);
      const other = await createProject(owner.api);
      expect(await owner.api.get(`/projects/${other.id}/boards/${board.id}`)).toMatchObject({
        status: 404,
        body: { message: '404 Not found' },
      });
      expect((await owner.api.get(`${path}/boards/x`)).body).toEqual({ error: 'board_id is invalid' });
    });
  });

  describe('PUT /projects/:id/boards/:board_id', () => {
    it('changes the name and the scope', async () => {
      const board = await createBoard();
      const label = await createLabel(owner.api, path, { description: 'd' });
      const milestone = await createMilestone(owner.api, `/groups/${group.id}`);
      const scope = { milestone_id: milestone.id, assignee_id: guest.id, labels: `${label.name},fresh`, weight: 4 };
      const { status, body } = await reporter.api.put(at(board), { name: 'renamed', ...scope });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        id: board.id,
        name: 'renamed',
        weight: 4,
        milestone: { id: milestone.id, created_at: date },
        assignee: { id: guest.id, username: guest.username, state: 'active' },
        labels: [{ id: label.id, name: label.name, color: '#336699', description: 'd' }, { name: 'fresh' }],
      });
      const cleared = { milestone_id: null, assignee_id: 0, labels: '', weight: null };
      expect((await owner.api.put(at(board), cleared)).body).toEqual({ ...board, name: 'renamed' });
    });

    it('ignores milestones of other owners and users who may not read the issues', async () => {
      const board = await createBoard();
      const stranger = await createUser();
      const foreign = await createMilestone(owner.api, `/projects/${(await createProject(owner.api)).id}`);
      const scope = { milestone_id: foreign.id, assignee_id: stranger.id };
      expect((await owner.api.put(at(board), scope)).body).toEqual(board);
    });

    it('refuses guests, other boards and bad values', async () => {
      const board = await createBoard();
      expect((await guest.api.put(at(board), { name: 'x' })).status).toBe(403);
      expect((await owner.api.put(`${path}/boards/999999999`, { name: 'x' })).status).toBe(404);
      expect((await owner.api.put(at(board), { weight: 10 })).status).toBe(400);
      expect((await owner.api.put(at(board), { name: ' ' })).body).toEqual({ message: { name: ["can't be blank"] } });
    });
  });

  describe('DELETE /projects/:id/boards/:board_id', () => {
    it('removes a board for reporters', async () => {
      const board = await createBoard();
      expect((await guest.api.delete(at(board))).status).toBe(403);
      const before = { 'If-Unmodified-Since': new Date(Date.now() - 60_000).toUTCString() };
      expect((await reporter.api.delete(at(board), undefined, before)).status).toBe(412);
      expect(await reporter.api.delete(at(board))).toMatchObject({ status: 204, body: undefined });
      expect((await reporter.api.get(at(board))).status).toBe(404);
      expect((await reporter.api.delete(at(board))).body).toEqual({ message: '404 Not found' });
    });
  });

  describe('POST /projects/:id/boards/:board_id/lists', () => {
    it('adds lists of labels, milestones and assignees at the end', async () => {
      const board = await createBoard();
      const label = await createLabel(owner.api, path);
      const groupLabel = await createLabel(owner.api, `/groups/${group.id}`);
      const milestone = await createMilestone(owner.api, path);
      const limits = { max_issue_count: 0, max_issue_weight: 0 };
      const first = await reporter.api.post(`${at(board)}/lists`, { label_id: label.id });
      expect(first.status).toBe(201);
      expect(first.body).toEqual({
        id: expect.any(Number),
        label: {
          id: label.id,
          name: label.name,
          color: '#336699',
          description: null,
          description_html: '',
          text_color: '#FFFFFF',
        },
        position: 0,
        ...limits,
      });
      const second = (await owner.api.post(`${at(board)}/lists`, { label_id: groupLabel.id })).body;
      expect(second).toMatchObject({ label: { id: groupLabel.id }, position: 1 });
      const third = (await owner.api.post(`${at(board)}/lists`, { milestone_id: milestone.id })).body;
      expect(third).toMatchObject({ label: null, milestone: { id: milestone.id }, position: 2, ...limits });
      const fourth = (await owner.api.post(`${at(board)}/lists`, { assignee_id: guest.id })).body;
      expect(fourth).toMatchObject({ label: null, assignee: { id: guest.id }, position: 3 });
      expect((await guest.api.get(at(board))).body.lists).toEqual([first.body, second, third, fourth]);
    });

    it.each(['label_id', 'milestone_id', 'assignee_id'])('refuses a duplicate %s', async (key) => {
      const board = await createBoard();
      const makers: Record<string, () => Promise<number>> = {
        label_id: async () => (await createLabel(owner.api, path)).id,
        milestone_id: async () => (await createMilestone(owner.api, path)).id,
        assignee_id: () => Promise.resolve(owner.id),
      };
      const list = { [key]: await makers[key]?.() };
      expect((await owner.api.post(`${at(board)}/lists`, list)).status).toBe(201);
      expect(await owner.api.post(`${at(board)}/lists`, list)).toMatchObject({
        status: 400,
        body: { message: { [key === 'assignee_id' ? 'user_id' : key]: ['has already been taken'] } },
      });
    });

    it('refuses labels, milestones and users of other projects', async () => {
      const board = await createBoard();
      const other = `/projects/${(await createProject(owner.api)).id}`;
      const [label, milestone] = [await createLabel(owner.api, other), await createMilestone(owner.api, other)];
      const stranger = await createUser();
      for (const [list, error] of [
        [{ label_id: label.id }, 'Label not found!'],
        [{ label_id: 999_999_999 }, 'Label not found!'],
        [{ milestone_id: milestone.id }, 'Milestone not found!'],
        [{ assignee_id: stranger.id }, 'User not found!'],
      ] as const)
        expect(await owner.api.post(`${at(board)}/lists`, list)).toMatchObject({
          status: 400,
          body: { message: { error } },
        });
    });

    it('refuses missing and multiple subjects, guests and other boards', async () => {
      const board = await createBoard();
      const { id } = await createLabel(owner.api, path);
      expect((await owner.api.post(`${at(board)}/lists`)).status).toBe(400);
      expect((await owner.api.post(`${at(board)}/lists`, { label_id: id, assignee_id: owner.id })).status).toBe(400);
      expect((await guest.api.post(`${at(board)}/lists`, { label_id: id })).status).toBe(403);
      expect((await owner.api.post(`${path}/boards/999999999/lists`, { label_id: id })).status).toBe(404);
    });
  });

  describe('GET /projects/:id/boards/:board_id/lists', () => {
    it('lists the lists by position, in pages', async () => {
      const { board, lists } = await createBoardWith(3);
      expect(ids(await guest.api.get(`${at(board)}/lists`))).toEqual(lists);
      const page = await guest.api.get(`${at(board)}/lists?per_page=2&page=2`);
      expect(ids(page)).toEqual(lists.slice(2));
      expect(page.headers.get('x-total')).toBe('3');
      expect((await guest.api.get(`${path}/boards/999999999/lists`)).status).toBe(404);
    });
  });

  describe('GET /projects/:id/boards/:board_id/lists/:list_id', () => {
    it('gets a list of this board only', async () => {
      const { board, labels, lists } = await createBoardWith(1);
      expect((await guest.api.get(`${at(board)}/lists/${lists[0]}`)).body).toMatchObject({
        id: lists[0],
        label: { id: labels[0]?.id },
        position: 0,
      });
      const other = await createBoard();
      expect((await guest.api.get(`${at(other)}/lists/${lists[0]}`)).body).toEqual({ message: '404 Not found' });
    });
  });

  describe('PUT /projects/:id/boards/:board_id/lists/:list_id', () => {
    it('moves a list, and the others by one', async () => {
      const { board, lists } = await createBoardWith(3);
      const [one, two, three] = lists;
      const moved = await reporter.api.put(`${at(board)}/lists/${one}`, { position: 2 });
      expect(moved).toMatchObject({ status: 200, body: { id: one, position: 2 } });
      expect(await positions(board)).toEqual([[two, 0], [three, 1], [one, 2]]); // prettier-ignore
      await owner.api.put(`${at(board)}/lists/${three}`, { position: 0 });
      expect(await positions(board)).toEqual([[three, 0], [two, 1], [one, 2]]); // prettier-ignore
    });

    it('sets limits, also together with the position', async () => {
      const { board, lists } = await createBoardWith(2);
      const list = `${at(board)}/lists/${lists[0]}`;
      const limited = await owner.api.put(list, { max_issue_count: 5 });
      expect(limited).toMatchObject({ status: 200, body: { position: 0, max_issue_count: 5, max_issue_weight: 0 } });
      const moved = await owner.api.put(list, { position: 1, max_issue_weight: 8 });
      expect(moved.body).toMatchObject({ position: 1, max_issue_count: 5, max_issue_weight: 8 });
      expect((await owner.api.get(list)).body).toEqual(moved.body);
      expect((await owner.api.put(list, { max_issue_count: 0 })).body).toMatchObject({ max_issue_count: 0 });
      expect((await owner.api.put(list, { max_issue_count: -1 })).status).toBe(400);
      expect((await guest.api.put(list, { max_issue_count: 1 })).status).toBe(403);
    });

    it('refuses invalid positions, guests and unknown lists', async () => {
      const { board, lists } = await createBoardWith(2);
      const list = `${at(board)}/lists/${lists[0]}`;
      for (const position of [0, 2, -1])
        expect(await owner.api.put(list, { position })).toMatchObject({
          status: 400,
          body: { message: { error: 'List could not be moved!' } },
        });
      expect((await owner.api.put(list)).body).toEqual({
        error: 'position, max_issue_count, max_issue_weight are missing, at least one parameter must be provided',
      });
      expect((await guest.api.put(list, { position: 1 })).status).toBe(403);
      expect((await owner.api.put(`${at(board)}/lists/999999999`, { position: 1 })).status).toBe(404);
    });
  });

  describe('DELETE /projects/:id/boards/:board_id/lists/:list_id', () => {
    it('removes a list for reporters, and closes the gap', async () => {
      const { board, lists } = await createBoardWith(3);
      const list = `${at(board)}/lists/${lists[1]}`;
      expect((await guest.api.delete(list)).status).toBe(403);
      expect(await reporter.api.delete(list)).toMatchObject({ status: 204, body: undefined });
      expect((await reporter.api.delete(list)).status).toBe(404);
      expect(await positions(board)).toEqual([[lists[0], 0], [lists[2], 1]]); // prettier-ignore
    });
  });

  describe('repeated writes', () => {
    it('creates one board and one list, and moves a list once', async () => {
      const { board, lists } = await createBoardWith(2);
      const label = await createLabel(owner.api, path);
      const caller = meshCaller();
      const client = caller.client(ProjectBoardServiceDefinition, 'collaboration');
      const [create, add, move] = [oneWrite(project), oneWrite(project), oneWrite(project)];
      const write = async (): Promise<number[]> => {
        const made = await client.createProjectBoard({ id: '', name: 'once' }, { context: create });
        const list = { id: '', board_id: made.id, label_id: label.id };
        const added = await client.createProjectBoardList(list, { context: add });
        const to = { id: '', board_id: board.id, list_id: lists[0] ?? 0, position: 1 };
        const moved = await client.updateProjectBoardList(to, { context: move });
        return [made.id, added.id, added.position, moved.position];
      };
      const tries = [await write(), await write()];
      caller.close();
      expect(tries[1]).toEqual(tries[0]);
      expect(tries[0]?.slice(2)).toEqual([0, 1]);
    });
  });

  describe('license tiers', () => {
    it('limits lower tiers to one board without scope and assignee lists', async () => {
      const fresh = await createProject(owner.api);
      const caller = meshCaller();
      const client = caller.client(ProjectBoardServiceDefinition, 'collaboration');
      const free = () => ({ context: { ...oneWrite(fresh), tier: 0 } });
      const { id } = await client.createProjectBoard({ id: '', name: 'first' }, free());
      await expect(client.createProjectBoard({ id: '', name: 'second' }, free())).rejects.toMatchObject({
        reason: 'forbidden',
      });
      const attributes = BoardAttributes.create({ name: 'renamed', weight: 3 });
      const changed = await client.updateProjectBoard({ id: '', board_id: id, attributes }, free());
      expect([changed.name, changed.weight]).toEqual(['renamed', undefined]);
      const list = { id: '', board_id: id, assignee_id: owner.id };
      await expect(client.createProjectBoardList(list, free())).rejects.toMatchObject({
        reason: 'bad_request',
        body: { error: 'Assignee lists not available with your current license' },
      });
      caller.close();
    });
  });

  describe('deletions', () => {
    it('removes the boards of a deleted project', async () => {
      const fresh = await createProject(owner.api);
      const { id } = (await owner.api.post(`/projects/${fresh.id}/boards`, { name: 'board' })).body as Created;
      await owner.api.delete(`/projects/${fresh.id}`);
      await waitFor(
        () => inDatabase((connection) => connection.collection<{ _id: number }>('boards').countDocuments({ _id: id })),
        (count) => count === 0,
      );
    });

    it('removes the lists of deleted labels, milestones and users', async () => {
      const { board, labels, lists } = await createBoardWith(2);
      const milestone = await createMilestone(owner.api, path);
      const member = await createMember(owner.api, path, 20);
      await owner.api.post(`${at(board)}/lists`, { milestone_id: milestone.id });
      await owner.api.post(`${at(board)}/lists`, { assignee_id: member.id });
      await owner.api.put(at(board), {
        labels: labels[0]?.['name'],
        milestone_id: milestone.id,
        assignee_id: member.id,
      });
      await owner.api.delete(`${path}/labels/${labels[0]?.id}`);
      await owner.api.delete(`${path}/milestones/${milestone.id}`);
      expect((await asRoot().delete(`/users/${member.id}`)).status).toBe(204);
      const scope = { labels: [], milestone: null, assignee: null };
      const left = [expect.objectContaining({ id: lists[1], position: 0 })];
      await waitFor(
        async () => (await owner.api.get(at(board))).body as Created,
        (body) =>
          JSON.stringify((body['lists'] as Created[]).map(({ id, position }) => [id, position])) ===
          `[[${lists[1]},0]]`,
      );
      expect((await owner.api.get(at(board))).body).toMatchObject({ ...scope, lists: left });
    });

    it('keeps the list of a promoted label', async () => {
      const { board, labels, lists } = await createBoardWith(1);
      const name = labels[0]?.['name'] as string;
      const promoted = (await owner.api.put(`${path}/labels/${name}/promote`)).body as Created;
      const [list] = await waitFor(
        async () => (await owner.api.get(`${at(board)}/lists`)).body as Created[],
        (found) => found.length === 1,
      );
      expect(list).toMatchObject({ id: lists[0], position: 0, label: { id: promoted.id, name } });
    });
  });
});
