import {
  createUser,
  waitFor,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowMember,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { inDatabase } from '#testing/database';
import { createLabel, createMilestone } from '#testing/fixtures';

describe('boards of a group', () => {
  let owner: TestUser;
  let reporter: TestUser;
  let guest: TestUser;
  let group: Created & { full_path: string };
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    path = `/groups/${group.id}`;
    reporter = await borrowMember(owner.api, path, 20);
    guest = await createMember(owner.api, path, 10);
  });

  const createBoard = async (): Promise<Created & { name: string }> =>
    (await owner.api.post(`${path}/boards`, { name: unique('board') })).body as Created & { name: string };
  const at = (board: Created): string => `${path}/boards/${board.id}`;

  describe('POST /groups/:id/boards', () => {
    it('creates a board for reporters', async () => {
      const name = unique('board');
      expect((await guest.api.post(`${path}/boards`, { name })).status).toBe(403);
      const { status, body } = await reporter.api.post(`${path}/boards`, { name });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        name,
        project: null,
        group: { id: group.id, web_url: group['web_url'], name: group['name'] },
        milestone: null,
        assignee: null,
        labels: [],
        weight: null,
        lists: [],
      });
      expect((await owner.api.post(`${path}/boards`)).body).toEqual({ error: 'name is missing' });
    });
  });

  describe('GET /groups/:id/boards', () => {
    it('lists the boards of the group itself', async () => {
      const fresh = await createGroup(owner.api);
      const below = await createGroup(owner.api, { parent_id: fresh.id });
      const project = await createProject(owner.api, { namespace_id: fresh.id });
      const { id } = (await owner.api.post(`/groups/${fresh.id}/boards`, { name: 'board' })).body as Created;
      for (const other of [`/groups/${below.id}`, `/projects/${project.id}`]) {
        await owner.api.post(`${other}/boards`, { name: 'board' });
        expect((await owner.api.get(`${other}/boards/${id}`)).status).toBe(404);
      }
      expect(ids(await owner.api.get(`/groups/${fresh.id}/boards`))).toEqual([id]);
    });

    it('requires a reader of the group', async () => {
      const hidden = await createGroup(owner.api, { visibility: 'private' });
      expect((await guest.api.get(`/groups/${hidden.id}/boards`)).body).toEqual({ message: '404 Group Not Found' });
    });
  });

  describe('GET /groups/:id/boards/:board_id', () => {
    it('gets a board', async () => {
      const board = await createBoard();
      expect(await guest.api.get(at(board))).toMatchObject({ status: 200, body: board });
      expect((await guest.api.get(`${path}/boards/999999999`)).body).toEqual({ message: '404 Not found' });
    });
  });

  describe('PUT /groups/:id/boards/:board_id', () => {
    it('changes the name and the scope for reporters', async () => {
      const board = await createBoard();
      const milestone = await createMilestone(owner.api, path);
      const fields = { name: 'renamed', milestone_id: milestone.id, assignee_id: guest.id, labels: 'new', weight: 0 };
      expect((await guest.api.put(at(board), fields)).status).toBe(403);
      expect((await reporter.api.put(at(board), fields)).body).toMatchObject({
        name: 'renamed',
        milestone: { id: milestone.id, group_id: group.id },
        assignee: { id: guest.id },
        labels: [{ name: 'new' }],
        weight: 0,
      });
    });
  });

  describe('DELETE /groups/:id/boards/:board_id', () => {
    it('removes a board for reporters', async () => {
      const board = await createBoard();
      expect((await guest.api.delete(at(board))).status).toBe(403);
      expect((await reporter.api.delete(at(board))).status).toBe(204);
      expect((await reporter.api.get(at(board))).status).toBe(404);
    });
  });

  describe('/groups/:id/boards/:board_id/lists', () => {
    it('adds, lists, gets, moves and removes lists', async () => {
      const lists = `${at(await createBoard())}/lists`;
      const [one, two] = [await createLabel(owner.api, path), await createLabel(owner.api, path)];
      expect((await guest.api.post(lists, { label_id: one.id })).status).toBe(403);
      const first = (await reporter.api.post(lists, { label_id: one.id })).body as Created;
      const second = (await reporter.api.post(lists, { label_id: two.id })).body as Created;
      const third = (await reporter.api.post(lists, { assignee_id: guest.id })).body as Created;
      expect((await guest.api.get(lists)).body).toEqual([first, second, third]);
      expect((await guest.api.get(`${lists}/${second.id}`)).body).toEqual(second);
      expect((await guest.api.put(`${lists}/${third.id}`, { position: 0 })).status).toBe(403);
      expect((await reporter.api.put(`${lists}/${third.id}`, { position: 0 })).body).toEqual({ ...third, position: 0 });
      expect(ids(await guest.api.get(lists))).toEqual([third.id, first.id, second.id]);
      expect((await guest.api.delete(`${lists}/${first.id}`)).status).toBe(403);
      expect((await reporter.api.delete(`${lists}/${first.id}`)).status).toBe(204);
      expect(ids(await guest.api.get(lists))).toEqual([third.id, second.id]);
    });

    it('refuses labels of projects and users who are not members', async () => {
      const lists = `${at(await createBoard())}/lists`;
      const project = await createProject(owner.api, { namespace_id: group.id });
      const label = await createLabel(owner.api, `/projects/${project.id}`);
      const stranger = await createUser();
      for (const [list, error] of [
        [{ label_id: label.id }, 'Label not found!'],
        [{ assignee_id: stranger.id }, 'User not found!'],
      ] as const)
        expect(await owner.api.post(lists, list)).toMatchObject({ status: 400, body: { message: { error } } });
    });
  });

  it('removes the boards of a deleted group', async () => {
    const fresh = await createGroup(owner.api);
    const { id } = (await owner.api.post(`/groups/${fresh.id}/boards`, { name: 'board' })).body as Created;
    await owner.api.delete(`/groups/${fresh.id}`);
    await waitFor(
      () => inDatabase((connection) => connection.collection<{ _id: number }>('boards').countDocuments({ _id: id })),
      (count) => count === 0,
    );
  });
});
