import {
  asRoot,
  createUser,
  unique,
  createMember,
  ids,
  createGroup,
  createProject,
  borrowUser,
  borrowMember,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { inDatabase, insertItem, type StoredRow } from '#testing/database';

/** Creates, reads, changes and removes a note below a path. */
async function exerciseNote(as: TestUser, notes: string, shown: Record<string, unknown>): Promise<void> {
  const { status, body } = await as.api.post(notes, { body: 'Well' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ body: 'Well', system: false, author: { id: as.id }, ...shown });
  expect(ids(await as.api.get(notes))).toContain(body.id);
  expect((await as.api.get(`${notes}/${body.id}`)).body).toEqual(body);
  expect((await as.api.put(`${notes}/${body.id}`, { body: 'Better' })).body).toMatchObject({
    body: 'Better',
    ...shown,
  });
  expect((await as.api.post(notes, {})).body).toEqual({ error: 'body is missing' });
  expect((await as.api.delete(`${notes}/${body.id}`)).status).toBe(204);
  expect((await as.api.get(`${notes}/${body.id}`)).status).toBe(404);
}

describe('notes on merge requests, snippets and epics', () => {
  let owner: TestUser;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
  });

  describe('/projects/:id/merge_requests/:merge_request_iid/notes', () => {
    it('works for readers of merge requests', async () => {
      const item = await insertItem('merge_requests', { project_id: project.id, author_id: owner.id });
      const notes = `${path}/merge_requests/${item.iid}/notes`;
      await exerciseNote(owner, notes, { noteable_type: 'MergeRequest', noteable_id: item.id, noteable_iid: item.iid });
      await exerciseNote(await createMember(owner.api, path, 20), notes, {});
      expect((await (await borrowMember(owner.api, path, 10)).api.post(notes, { body: 'x' })).status).toBe(403);
      expect((await (await borrowUser()).api.get(notes)).status).toBe(404);
      expect((await owner.api.get(`${path}/merge_requests/77/notes`)).body).toEqual({ message: '404 Not found' });
      await owner.api.post(notes, { body: 'Counted' });
      const stored = await inDatabase((connection) =>
        connection.collection<StoredRow>('merge_requests').findOne({ _id: item.id }),
      );
      expect(stored).toMatchObject({ user_notes_count: 1 });
    });

    it('requires membership if the discussion is locked', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const locked = { project_id: open.id, author_id: owner.id, discussion_locked: true };
      const { iid } = await insertItem('merge_requests', locked);
      const notes = `/projects/${open.id}/merge_requests/${iid}/notes`;
      expect((await (await borrowUser()).api.post(notes, { body: 'x' })).status).toBe(403);
      expect((await owner.api.post(notes, { body: 'x' })).status).toBe(201);
    });
  });

  describe('/projects/:id/snippets/:snippet_id/notes', () => {
    const makeSnippet = async (visibility: string): Promise<Created> =>
      (
        await owner.api.post(`${path}/snippets`, {
          title: unique('snippet'),
          file_name: 'a.txt',
          code: 'a',
          content: 'a',
          visibility,
        })
      ).body as Created;

    it('works for readers of the snippet', async () => {
      const snippet = await makeSnippet('internal');
      const notes = `${path}/snippets/${snippet.id}/notes`;
      const shown = { noteable_type: 'Snippet', noteable_id: snippet.id, noteable_iid: null };
      await exerciseNote(owner, notes, shown);
      const guest = await createMember(owner.api, path, 10);
      await exerciseNote(guest, notes, shown);
      expect((await (await borrowUser()).api.get(notes)).status).toBe(404);
      const hidden = `${path}/snippets/${(await makeSnippet('private')).id}/notes`;
      expect((await owner.api.post(hidden, { body: 'x' })).status).toBe(201);
      expect(await guest.api.post(hidden, { body: 'x' })).toMatchObject({
        status: 404,
        body: { message: '404 Snippet Not Found' },
      });
      const other = await createProject(owner.api);
      expect((await owner.api.get(`/projects/${other.id}/snippets/${snippet.id}/notes`)).status).toBe(404);
    });
  });

  describe('/groups/:id/epics/:epic_id/notes', () => {
    it('works for readers of the group, by the id of the epic', async () => {
      const group = await createGroup(owner.api);
      const epic = await insertItem('epics', { group_id: group.id, author_id: owner.id, iid: 1 });
      const notes = `/groups/${group.id}/epics/${epic.id}/notes`;
      await exerciseNote(owner, notes, { noteable_type: 'Epic', noteable_id: epic.id, noteable_iid: 1 });
      const guest = await createMember(owner.api, `/groups/${group.id}`, 10);
      await exerciseNote(guest, notes, {});
      const dated = await owner.api.post(notes, { body: 'x', created_at: '2001-01-01T00:00:00Z' });
      expect(dated.body.created_at > '2020').toBe(true);
      expect((await guest.api.put(`${notes}/${dated.body.id}`, { body: 'y' })).status).toBe(403);
      expect((await (await borrowUser()).api.get(notes)).status).toBe(404);
      expect((await owner.api.get(`/groups/${group.id}/epics/1/notes`)).status).toBe(404);
      const foreign = await createGroup(owner.api);
      expect((await asRoot().get(`/groups/${foreign.id}/epics/${epic.id}/notes`)).status).toBe(404);
    });
  });
});
