import {
  api,
  asRoot,
  createUser,
  waitFor,
  createMember,
  ids,
  createIssue,
  createProject,
  borrowMember,
  type TestUser,
  type Created,
  type TestItem,
} from '@forgemesh/testing';
import { inDatabase, type StoredRow } from '#testing/database';

describe('notes on issues', () => {
  let owner: TestUser;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
  });
  const notesOf = ({ iid }: TestItem, of = path): string => `${of}/issues/${iid}/notes`;
  const issueAt = async ({ iid }: TestItem) => (await owner.api.get(`${path}/issues/${iid}`)).body;

  describe('POST /projects/:id/issues/:issue_iid/notes', () => {
    it('writes a note with all fields, and counts it', async () => {
      const issue = await createIssue(owner.api, path);
      const { status, body } = await owner.api.post(notesOf(issue), { body: 'Seen *here* too' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        type: null,
        body: 'Seen *here* too',
        attachment: null,
        author: {
          id: owner.id,
          username: owner.username,
          name: `Name of ${owner.username}`,
          state: 'active',
          avatar_url: null,
          web_url: expect.stringMatching(/^http/),
          email: `${owner.username}@example.com`,
          created_at: expect.stringMatching(/Z$/),
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
        updated_at: body.created_at,
        system: false,
        noteable_id: issue.id,
        noteable_type: 'Issue',
        noteable_iid: issue.iid,
        resolvable: false,
      });
      expect((await owner.api.get(`${notesOf(issue)}/${body.id}`)).body).toEqual(body);
      const after = await issueAt(issue);
      expect(after.user_notes_count).toBe(1);
      expect(after.updated_at > String(issue['updated_at'])).toBe(true);
    });

    it('counts every note of concurrent requests, on one issue and on several', async () => {
      const issues = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      const targets = Array.from({ length: 12 }, (_, at) => issues[at < 8 ? 0 : 1] as TestItem);
      const written = await Promise.all(
        targets.map((issue, at) => owner.api.post(notesOf(issue), { body: `No. ${at}` })),
      );
      expect(written.map(({ status }) => status)).toEqual(targets.map(() => 201));
      const counts = await Promise.all(issues.map(async (issue) => (await issueAt(issue)).user_notes_count));
      expect(counts).toEqual([8, 4]);
      // Later notes are added to these counts.
      await owner.api.post(notesOf(issues[0] as TestItem), { body: 'One more' });
      expect((await issueAt(issues[0] as TestItem)).user_notes_count).toBe(9);
    });

    it('accepts the date from owners only', async () => {
      const issue = await createIssue(owner.api, path);
      const fields = { body: 'Old', created_at: '2001-02-03T04:05:06Z' };
      expect((await owner.api.post(notesOf(issue), fields)).body.created_at).toBe('2001-02-03T04:05:06.000Z');
      const maintainer = await borrowMember(owner.api, path, 40);
      const { status, body } = await maintainer.api.post(notesOf(issue), fields);
      expect([status, body.created_at > '2020']).toEqual([201, true]);
    });

    it('turns a note that is a single emoji into a reaction, once', async () => {
      const issue = await createIssue(owner.api, path);
      const { status, body } = await owner.api.post(notesOf(issue), { body: ' :+1: ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        name: 'thumbsup',
        user: expect.objectContaining({ id: owner.id }),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        awardable_id: issue.id,
        awardable_type: 'Issue',
      });
      expect((await owner.api.post(notesOf(issue), { body: ':thumbsup:' })).body.id).toBe(body.id);
      expect((await owner.api.post(notesOf(issue), { body: ':no such emoji:' })).body.body).toBe(':no such emoji:');
      expect((await owner.api.post(notesOf(issue), { body: ':constructor:' })).body.body).toBe(':constructor:');
      expect(await issueAt(issue)).toMatchObject({ upvotes: 1, user_notes_count: 2 });
    });

    it.each([
      [{}, { error: 'body is missing' }],
      [{ body: '' }, { error: 'body is empty' }],
      [{ body: ' \n ' }, { message: `400 (Bad request) "Note {:note=>["can't be blank"]}" not given` }],
      [{ body: 'x'.repeat(1_000_001) }, { error: 'body is too long (maximum is 1000000 characters)' }],
      [{ body: 'x', created_at: 'then' }, { error: 'created_at is invalid' }],
    ])('refuses invalid values', async (fields, body) => {
      const issue = await createIssue(owner.api, path);
      expect(await owner.api.post(notesOf(issue), fields)).toMatchObject({ status: 400, body });
    });

    it('accepts a text of the maximum length, and publishes its event', async () => {
      const issue = await createIssue(owner.api, path);
      const { status, body } = await owner.api.post(notesOf(issue), { body: 'ä'.repeat(1_000_000) });
      expect([status, body.body.length]).toEqual([201, 1_000_000]);
      await waitFor(
        () => inDatabase((connection) => connection.collection<StoredRow>('notes').findOne({ _id: body.id })),
        (note) => note !== null && note['outbox_at'] === undefined,
      );
    });

    it('refuses more than 5,000 user notes, but not system notes', async () => {
      const issue = await createIssue(owner.api, path);
      const { body: first } = await owner.api.post(notesOf(issue), { body: '1' });
      await inDatabase(async (connection) => {
        const notes = connection.collection<StoredRow>('notes');
        const { operation_id: _operation, ...note } = (await notes.findOne({ _id: first.id })) as StoredRow;
        await notes.insertMany(
          Array.from({ length: 4_999 }, (_, index) => ({ ...note, _id: 2_000_000_000 + issue.id * 5_000 + index })),
        );
        const issues = connection.collection<StoredRow>('issues');
        await issues.updateOne({ _id: issue.id }, { $set: { user_notes_count: 5_000 } });
      });
      expect(await owner.api.post(notesOf(issue), { body: 'One too many' })).toMatchObject({
        status: 400,
        body: { message: '400 (Bad request) "Note {:base=>["Maximum number of comments exceeded"]}" not given' },
      });
      await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
      const { body } = await owner.api.get(`${notesOf(issue)}?per_page=1`);
      expect(body).toMatchObject([{ system: true, body: 'closed' }]);
    });

    it('counts concurrent notes', async () => {
      const issue = await createIssue(owner.api, path);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => owner.api.post(notesOf(issue), { body: `${index}` })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      await waitFor(
        () => issueAt(issue),
        ({ user_notes_count: count }) => count === 12,
      );
    });

    it('requires a reader, or a member if the discussion is locked', async () => {
      const open = await createProject(owner.api, { visibility: 'public' });
      const at = `/projects/${open.id}`;
      const issue = await createIssue(owner.api, at);
      const [stranger, guest] = [await createUser(), await createMember(owner.api, at, 10)];
      const said = await stranger.api.post(notesOf(issue, at), { body: 'Hello' });
      expect(said.status).toBe(201);
      await owner.api.put(`${at}/issues/${issue.iid}`, { discussion_locked: true });
      expect((await stranger.api.post(notesOf(issue, at), { body: 'Still me' })).status).toBe(403);
      expect((await stranger.api.put(`${notesOf(issue, at)}/${said.body.id}`, { body: 'x' })).status).toBe(403);
      expect((await stranger.api.delete(`${notesOf(issue, at)}/${said.body.id}`)).status).toBe(403);
      expect((await guest.api.post(notesOf(issue, at), { body: 'And me' })).status).toBe(201);
      expect((await api().post(notesOf(issue, at), { body: 'x' })).status).toBe(401);
    });

    it('hides private projects and confidential issues', async () => {
      const issue = await createIssue(owner.api, path, { confidential: true });
      const { body: note } = await owner.api.post(notesOf(issue), { body: 'Secret' });
      const [guest, reporter] = [await createMember(owner.api, path, 10), await borrowMember(owner.api, path, 20)];
      const stranger = await createUser();
      for (const other of [guest, stranger]) {
        expect((await other.api.post(notesOf(issue), { body: 'x' })).status).toBe(404);
        expect((await other.api.get(notesOf(issue))).status).toBe(404);
        expect((await other.api.get(`${notesOf(issue)}/${note.id}`)).status).toBe(404);
        expect((await other.api.put(`${notesOf(issue)}/${note.id}`, { body: 'x' })).status).toBe(404);
        expect((await other.api.delete(`${notesOf(issue)}/${note.id}`)).status).toBe(404);
      }
      expect((await reporter.api.post(notesOf(issue), { body: 'x' })).status).toBe(201);
    });

    it('is refused on an archived project', async () => {
      const old = await createProject(owner.api);
      const at = `/projects/${old.id}`;
      const issue = await createIssue(owner.api, at);
      const { body: note } = await owner.api.post(notesOf(issue, at), { body: 'In time' });
      await owner.api.post(`${at}/archive`);
      expect((await owner.api.post(notesOf(issue, at), { body: 'Late' })).status).toBe(403);
      expect((await owner.api.put(`${notesOf(issue, at)}/${note.id}`, { body: 'Late' })).status).toBe(403);
      expect((await owner.api.delete(`${notesOf(issue, at)}/${note.id}`)).status).toBe(403);
      expect(ids(await owner.api.get(notesOf(issue, at)))).toEqual([note.id]);
    });
  });

  describe('GET /projects/:id/issues/:issue_iid/notes', () => {
    it('lists user and system notes in both orders, in pages', async () => {
      const issue = await createIssue(owner.api, path);
      const [one, two] = [
        (await owner.api.post(notesOf(issue), { body: 'one' })).body,
        (await owner.api.post(notesOf(issue), { body: 'two' })).body,
      ];
      await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
      const newest = await owner.api.get(notesOf(issue));
      expect(newest.body.map(({ body }: { body: string }) => body)).toEqual(['closed', 'two', 'one']);
      expect(newest.body[0]).toMatchObject({ system: true, author: { id: owner.id }, noteable_iid: issue.iid });
      await owner.api.put(`${notesOf(issue)}/${one.id}`, { body: 'one again' });
      expect(ids(await owner.api.get(`${notesOf(issue)}?order_by=updated_at&per_page=1`))).toEqual([one.id]);
      const page = await owner.api.get(`${notesOf(issue)}?sort=asc&per_page=2`);
      expect(ids(page)).toEqual([one.id, two.id]);
      expect(page.headers.get('x-total')).toBe('3');
      expect(page.headers.get('x-next-page')).toBe('2');
      expect((await owner.api.get(`${notesOf(issue)}?sort=up`)).body).toEqual({
        error: 'sort does not have a valid value',
      });
      expect((await api().get(notesOf(issue))).status).toBe(401);
    });
  });

  describe('PUT /projects/:id/issues/:issue_iid/notes/:note_id', () => {
    it('lets authors change their notes, maintainers all user notes, nobody system notes', async () => {
      const issue = await createIssue(owner.api, path);
      const [guest, developer, maintainer] = [
        await createMember(owner.api, path, 10),
        await borrowMember(owner.api, path, 30),
        await borrowMember(owner.api, path, 40),
      ];
      const { body: note } = await guest.api.post(notesOf(issue), { body: 'First' });
      const at = `${notesOf(issue)}/${note.id}`;
      const changed = await guest.api.put(at, { body: 'Better' });
      expect(changed).toMatchObject({
        status: 200,
        body: { id: note.id, body: 'Better', created_at: note.created_at },
      });
      expect(changed.body.updated_at > note.updated_at).toBe(true);
      expect((await developer.api.put(at, { body: 'x' })).status).toBe(403);
      expect((await maintainer.api.put(at, { body: 'Best' })).body.body).toBe('Best');
      expect(await guest.api.put(at, { body: ' ' })).toMatchObject({
        status: 400,
        body: { message: `400 (Bad request) "Failed to save note {:note=>["can't be blank"]}" not given` },
      });
      await owner.api.put(`${path}/issues/${issue.iid}`, { state_event: 'close' });
      const [system] = (await owner.api.get(notesOf(issue))).body;
      expect((await owner.api.put(`${notesOf(issue)}/${system.id}`, { body: 'x' })).status).toBe(403);
      expect((await asRoot().delete(`${notesOf(issue)}/${system.id}`)).status).toBe(403);
      expect((await owner.api.put(`${notesOf(issue)}/999999999`, { body: 'x' })).body).toEqual({
        message: '404 Note Not Found',
      });
    });
  });

  describe('DELETE /projects/:id/issues/:issue_iid/notes/:note_id', () => {
    it('removes a note of the issue for its author and maintainers', async () => {
      const [issue, other] = [await createIssue(owner.api, path), await createIssue(owner.api, path)];
      const guest = await createMember(owner.api, path, 10);
      const { body: note } = await guest.api.post(notesOf(issue), { body: 'x' });
      const { body: foreign } = await owner.api.post(notesOf(issue), { body: 'y' });
      expect((await owner.api.delete(`${notesOf(other)}/${note.id}`)).status).toBe(404);
      expect((await guest.api.delete(`${notesOf(issue)}/${foreign.id}`)).status).toBe(403);
      expect((await guest.api.delete(`${notesOf(issue)}/${note.id}`)).status).toBe(204);
      expect((await guest.api.delete(`${notesOf(issue)}/${note.id}`)).status).toBe(404);
      const since = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
      expect((await owner.api.delete(`${notesOf(issue)}/${foreign.id}`, undefined, since)).status).toBe(412);
      expect((await issueAt(issue)).user_notes_count).toBe(1);
    });
  });
});
