import {
  api,
  asRoot,
  createUser,
  waitFor,
  ids,
  createIssue,
  createProject,
  borrowMember,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { inDatabase, insertItem } from '#testing/database';

describe('award emoji', () => {
  let owner: TestUser;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
  });

  const places: Record<string, () => Promise<string>> = {
    Issue: async () => `issues/${(await createIssue(owner.api, path)).iid}`,
    MergeRequest: async () =>
      `merge_requests/${(await insertItem('merge_requests', { project_id: project.id, author_id: owner.id })).iid}`,
    Snippet: async () => {
      const fields = { title: 'x', file_name: 'x', content: 'x', visibility: 'internal' };
      return `snippets/${(await owner.api.post(`${path}/snippets`, fields)).body.id}`;
    },
  };

  it.each(Object.keys(places))('can be added, shown and removed on the notes of type %s', async (type) => {
    const place = `${path}/${await places[type]?.()}`;
    const note = (await owner.api.post(`${place}/notes`, { body: 'A note' })).body;
    const awards = `${place}/notes/${note.id}/award_emoji`;
    const { status, body } = await owner.api.post(awards, { name: 'rocket' });
    expect({ status, body }).toMatchObject({ status: 201, body: { awardable_type: 'Note', awardable_id: note.id } });
    expect((await owner.api.get(awards)).body).toEqual([body]);
    expect((await owner.api.get(`${awards}/${body.id}`)).body).toEqual(body);
    expect((await owner.api.delete(`${awards}/${body.id}`)).status).toBe(204);
    expect((await owner.api.get(`${awards}/${body.id}`)).body).toEqual({ message: '404 Award Emoji Not Found' });
  });

  it.each(Object.keys(places))('can be added, shown and removed on type %s', async (type) => {
    const awards = `${path}/${await places[type]?.()}/award_emoji`;
    const { status, body } = await owner.api.post(awards, { name: 'rocket' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'rocket',
      user: expect.objectContaining({ id: owner.id, username: owner.username }),
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      awardable_id: expect.any(Number),
      awardable_type: type,
    });
    const second = (await owner.api.post(awards, { name: ':eyes:' })).body;
    const list = await owner.api.get(`${awards}?per_page=1`);
    expect(ids(list)).toEqual([body.id]);
    expect(list.headers.get('x-total')).toBe('2');
    expect((await owner.api.get(`${awards}/${second.id}`)).body).toEqual(second);
    expect((await owner.api.delete(`${awards}/${body.id}`)).status).toBe(204);
    expect((await owner.api.delete(`${awards}/${body.id}`)).body).toEqual({ message: '404 Award Emoji Not Found' });
    expect(ids(await owner.api.get(awards))).toEqual([second.id]);
  });

  describe('GET /projects/:id/issues/:issue_iid/award_emoji', () => {
    it('lists the reactions to the notes, too', async () => {
      const [{ iid }, other] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      const issue = `${path}/issues/${iid}`;
      const note = (await owner.api.post(`${issue}/notes`, { body: 'a' })).body;
      const elsewhere = (await owner.api.post(`${path}/issues/${other.iid}/notes`, { body: 'a' })).body;
      const own = (await owner.api.post(`${issue}/award_emoji`, { name: 'tada' })).body;
      const onNote = (await owner.api.post(`${issue}/notes/${note.id}/award_emoji`, { name: 'heart' })).body;
      await owner.api.post(`${path}/issues/${other.iid}/notes/${elsewhere.id}/award_emoji`, { name: 'heart' });
      expect((await owner.api.get(`${issue}/award_emoji?include_notes=true`)).body).toEqual([own, onNote]);
      expect(onNote).toMatchObject({ awardable_type: 'Note', awardable_id: note.id });
      expect(ids(await owner.api.get(`${issue}/award_emoji`))).toEqual([own.id]);
      expect(ids(await owner.api.get(`${issue}/notes/${note.id}/award_emoji?include_notes=true`))).toEqual([onNote.id]);
    });
  });

  describe('POST /projects/:id/issues/:issue_iid/award_emoji', () => {
    it('refuses repeated, unknown and forbidden reactions', async () => {
      const { iid } = await createIssue(owner.api, path);
      const awards = `${path}/issues/${iid}/award_emoji`;
      const answers = await Promise.all([1, 2].map(() => owner.api.post(awards, { name: 'thumbsup' })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
      expect((await owner.api.post(awards, { name: '+1' })).body).toEqual({
        message: '404 Award Emoji Name has already been taken Not Found',
      });
      expect((await owner.api.post(awards, { name: 'toString' })).body).toEqual({
        message: '404 Award Emoji Name is not included in the list Not Found',
      });
      expect((await owner.api.post(awards, {})).body).toEqual({ error: 'name is missing' });
      expect((await api().post(awards, { name: 'eyes' })).status).toBe(401);
      expect((await (await borrowUser()).api.post(awards, { name: 'eyes' })).status).toBe(404);
    });

    it('requires membership if the discussion is locked, and is refused on an archived project', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const issue = `/projects/${open.id}/issues/${(await createIssue(owner.api, `/projects/${open.id}`)).iid}`;
      await owner.api.put(issue, { discussion_locked: true });
      const stranger = await borrowUser();
      expect((await stranger.api.post(`${issue}/award_emoji`, { name: 'eyes' })).body).toEqual({
        message: '404 Award Emoji Not Found',
      });
      expect((await owner.api.post(`${issue}/award_emoji`, { name: 'eyes' })).status).toBe(201);
      await owner.api.post(`/projects/${open.id}/archive`);
      expect((await owner.api.post(`${issue}/award_emoji`, { name: 'rocket' })).status).toBe(403);
    });

    it('counts votes', async () => {
      const { iid } = await createIssue(owner.api, path);
      const issue = `${path}/issues/${iid}`;
      const guest = await borrowMember(owner.api, path, 10);
      const { body: vote } = await owner.api.post(`${issue}/award_emoji`, { name: 'thumbsup' });
      await guest.api.post(`${issue}/award_emoji`, { name: 'thumbsup' });
      await guest.api.post(`${issue}/award_emoji`, { name: 'thumbsdown' });
      expect((await owner.api.get(issue)).body).toMatchObject({ upvotes: 2, downvotes: 1 });
      expect(await guest.api.delete(`${issue}/award_emoji/${vote.id}`)).toMatchObject({ status: 401 });
      expect((await asRoot().delete(`${issue}/award_emoji/${vote.id}`)).status).toBe(204);
      expect((await owner.api.get(issue)).body).toMatchObject({ upvotes: 1, downvotes: 1 });
      expect(ids(await guest.api.get(`${path}/issues?my_reaction_emoji=thumbsdown`))).toHaveLength(1);
    });
  });

  describe('/projects/:id/issues/:issue_iid/notes/:note_id/award_emoji', () => {
    it('works on user notes, and is removed with them', async () => {
      const { iid } = await createIssue(owner.api, path);
      const issue = `${path}/issues/${iid}`;
      const { body: note } = await owner.api.post(`${issue}/notes`, { body: 'x' });
      const awards = `${issue}/notes/${note.id}/award_emoji`;
      const { body: award } = await owner.api.post(awards, { name: 'thumbsup' });
      expect(award).toMatchObject({ awardable_id: note.id, awardable_type: 'Note' });
      expect(ids(await owner.api.get(awards))).toEqual([award.id]);
      expect((await owner.api.get(`${awards}/${award.id}`)).body).toEqual(award);
      expect((await owner.api.get(issue)).body.upvotes).toBe(0);
      expect(ids(await owner.api.get(`${issue}/award_emoji`))).toEqual([]);
      await owner.api.put(issue, { state_event: 'close' });
      const [system] = (await owner.api.get(`${issue}/notes`)).body;
      expect((await owner.api.post(`${issue}/notes/${system.id}/award_emoji`, { name: 'eyes' })).status).toBe(404);
      expect((await owner.api.delete(`${issue}/notes/${note.id}`)).status).toBe(204);
      await waitFor(
        () =>
          inDatabase((connection) =>
            connection.collection('award_emoji').countDocuments({ awardable_id: note.id, awardable_type: 'Note' }),
          ),
        (count) => count === 0,
      );
    });
  });
});
