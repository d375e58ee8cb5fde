import {
  addMember,
  createBranchedProject,
  createMember,
  createMergeRequest,
  createUser,
  type TestUser,
  waitFor,
} from '@forgemesh/testing';

describe('draft notes', () => {
  let owner: TestUser;
  let reviewer: TestUser;
  let path: string;
  let at: string;
  let refs: Record<string, string>;
  beforeAll(async () => {
    owner = await createUser();
    ({ path } = await createBranchedProject(owner.api));
    reviewer = await createMember(owner.api, path, 30);
    const { iid } = await createMergeRequest(owner.api, path);
    at = `${path}/merge_requests/${iid}`;
    refs = (await owner.api.get(at)).body.diff_refs;
  });
  const position = () => ({ ...refs, position_type: 'text', new_path: 'a.txt', new_line: 1 });
  const texts = async (): Promise<string[]> => {
    const { body } = await owner.api.get(`${at}/notes?sort=asc&per_page=100`);
    return body.filter((note: { system: boolean }) => !note.system).map((note: { body: string }) => note.body);
  };

  describe('POST /projects/:id/merge_requests/:merge_request_iid/draft_notes', () => {
    it('creates notes that only their author sees', async () => {
      const { status, body } = await reviewer.api.post(`${at}/draft_notes`, {
        note: 'On a line',
        position: position(),
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(Number),
        author_id: reviewer.id,
        merge_request_id: (await owner.api.get(at)).body.id,
        resolve_discussion: false,
        discussion_id: null,
        note: 'On a line',
        commit_id: null,
        line_code: expect.stringMatching(/^[0-9a-f]{40}_0_1$/),
        position: {
          ...refs,
          position_type: 'text',
          old_path: 'a.txt',
          new_path: 'a.txt',
          old_line: null,
          new_line: 1,
          line_range: null,
        },
      });
      const whole = await reviewer.api.post(`${at}/draft_notes`, { note: 'As a whole' });
      expect(whole.body).toMatchObject({ line_code: null, position: { base_sha: null, position_type: 'text' } });
      expect((await reviewer.api.get(`${at}/draft_notes`)).body).toEqual([body, whole.body]);
      expect((await reviewer.api.get(`${at}/draft_notes/${body.id}`)).body).toEqual(body);
      expect((await owner.api.get(`${at}/draft_notes`)).body).toEqual([]);
      for (const call of [
        owner.api.get(`${at}/draft_notes/${body.id}`),
        owner.api.put(`${at}/draft_notes/${body.id}`, { note: 'x' }),
        owner.api.put(`${at}/draft_notes/${body.id}/publish`),
        owner.api.delete(`${at}/draft_notes/${body.id}`),
      ])
        expect(await call).toMatchObject({ status: 404, body: { message: '404 Draft Note Not Found' } });
      expect(await texts()).toEqual([]);
      const changed = await reviewer.api.put(`${at}/draft_notes/${body.id}`, { note: 'On this line' });
      expect(changed).toMatchObject({ status: 200, body: { note: 'On this line', position: { new_line: 1 } } });
      for (const { id } of (await reviewer.api.get(`${at}/draft_notes`)).body)
        expect((await reviewer.api.delete(`${at}/draft_notes/${id}`)).status).toBe(204);
    });

    it('refuses what cannot become a note', async () => {
      const other = await createMember(owner.api, path, 20);
      const create = (fields: object) => other.api.post(`${at}/draft_notes`, fields);
      const thread = (await owner.api.post(`${at}/discussions`, { body: 'Why?' })).body.id;
      expect((await create({ note: ' ' })).status).toBe(400);
      expect((await create({})).body).toEqual({ error: 'note is missing' });
      expect((await create({ note: 'x', commit_id: 'main' })).body).toEqual({ message: 'commit_id is invalid' });
      expect((await create({ note: 'x', in_reply_to_discussion_id: '0'.repeat(40) })).status).toBe(404);
      expect((await create({ note: 'x', position: { ...position(), head_sha: '1'.repeat(40) } })).status).toBe(400);
      expect((await create({ note: 'x', in_reply_to_discussion_id: thread, position: position() })).status).toBe(400);
      expect((await create({ note: 'x', in_reply_to_discussion_id: thread, resolve_discussion: true })).status).toBe(
        403,
      );
      const reply = await create({ note: 'x', in_reply_to_discussion_id: thread });
      expect((await other.api.put(`${at}/draft_notes/${reply.body.id}`, { position: position() })).status).toBe(400);
      expect((await other.api.put(`${at}/draft_notes/${reply.body.id}`, { note: '' })).status).toBe(400);
      const guest = await createMember(owner.api, path, 10);
      expect((await guest.api.post(`${at}/draft_notes`, { note: 'x' })).status).toBe(403);
      expect((await (await createUser()).api.post(`${at}/draft_notes`, { note: 'x' })).status).toBe(404);
      await owner.api.delete(
        `${at}/discussions/${thread}/notes/${(await owner.api.get(`${at}/discussions/${thread}`)).body.notes[0].id}`,
      );
    });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id/publish', () => {
    it('publishes one note, as a reply that resolves its thread', async () => {
      const { body: thread } = await owner.api.post(`${at}/discussions`, { body: 'A question' });
      const fields = { note: 'An answer', in_reply_to_discussion_id: thread.id, resolve_discussion: true };
      const { body: draft } = await reviewer.api.post(`${at}/draft_notes`, fields);
      expect((await reviewer.api.put(`${at}/draft_notes/${draft.id}/publish`)).status).toBe(204);
      const { body } = await owner.api.get(`${at}/discussions/${thread.id}`);
      expect(body.notes).toMatchObject([
        { body: 'A question', resolved: true },
        { body: 'An answer', resolved: true, author: { id: reviewer.id }, resolved_by: { id: reviewer.id } },
      ]);
      expect((await reviewer.api.put(`${at}/draft_notes/${draft.id}/publish`)).status).toBe(404);
    });

    it('starts a thread if that of a reply was deleted, and runs quick actions', async () => {
      const { body: thread } = await owner.api.post(`${at}/discussions`, { body: 'Short-lived' });
      const reply = { note: 'Too late', in_reply_to_discussion_id: thread.id };
      const { body: draft } = await reviewer.api.post(`${at}/draft_notes`, reply);
      await owner.api.delete(`${at}/discussions/${thread.id}/notes/${thread.notes[0].id}`);
      expect((await reviewer.api.put(`${at}/draft_notes/${draft.id}/publish`)).status).toBe(204);
      const { body: actions } = await reviewer.api.post(`${at}/draft_notes`, { note: '/title Renamed' });
      expect((await reviewer.api.put(`${at}/draft_notes/${actions.id}/publish`)).status).toBe(204);
      expect((await owner.api.get(at)).body.title).toBe('Renamed');
      expect(await texts()).toContain('Too late');
      expect((await reviewer.api.get(`${at}/draft_notes`)).body).toEqual([]);
    });
  });

  describe('POST /projects/:id/merge_requests/:merge_request_iid/draft_notes/bulk_publish', () => {
    it('publishes all notes in order, then the summary and the verdict', async () => {
      await reviewer.api.post(`${at}/draft_notes`, { note: 'First', position: position() });
      await reviewer.api.post(`${at}/draft_notes`, { note: 'Second' });
      const before = await texts();
      const verdict = { note: 'In sum', reviewer_state: 'requested_changes' };
      expect((await reviewer.api.post(`${at}/draft_notes/bulk_publish`, verdict)).status).toBe(204);
      expect((await texts()).slice(before.length)).toEqual(['First', 'Second', 'In sum']);
      expect((await reviewer.api.get(`${at}/draft_notes`)).body).toEqual([]);
      const { body: reviewers } = await owner.api.get(`${at}/reviewers`);
      expect(reviewers).toMatchObject([{ user: { id: reviewer.id }, state: 'requested_changes' }]);
      const { body: notes } = await owner.api.get(`${at}/notes?sort=asc&per_page=100`);
      expect(notes.find((note: { body: string }) => note.body === 'First')).toMatchObject({
        type: 'DiffNote',
        position: { new_line: 1 },
      });
      await waitFor(
        () => owner.api.get(`${at}/notes?per_page=100`),
        ({ body }) => body.some((note: { body: string }) => note.body === 'requested changes'),
      );
    });

    it('publishes nothing if the caller may not give a verdict', async () => {
      const reporter = await createMember(owner.api, path, 20);
      await reporter.api.post(`${at}/draft_notes`, { note: 'Kept' });
      await owner.api.post(`${at}/draft_notes`, { note: 'Own' });
      for (const user of [reporter, owner]) {
        const verdict = { reviewer_state: 'reviewed' };
        expect((await user.api.post(`${at}/draft_notes/bulk_publish`, verdict)).status).toBe(403);
      }
      expect((await reporter.api.get(`${at}/draft_notes`)).body).toHaveLength(1);
      expect((await reporter.api.post(`${at}/draft_notes/bulk_publish`, { reviewer_state: 'approved' })).status).toBe(
        400,
      );
      expect((await reporter.api.post(`${at}/draft_notes/bulk_publish`, {})).status).toBe(204);
      expect(await texts()).toContain('Kept');
      expect(await texts()).not.toContain('Own');
    });

    it('refuses non-members of a locked discussion', async () => {
      const { path: open } = await createBranchedProject(owner.api, { visibility: 'public' });
      const { iid } = await createMergeRequest(owner.api, open);
      const there = `${open}/merge_requests/${iid}`;
      const visitor = await createUser();
      expect((await visitor.api.post(`${there}/draft_notes`, { note: 'Hello' })).status).toBe(201);
      await owner.api.put(there, { discussion_locked: true });
      expect((await visitor.api.post(`${there}/draft_notes/bulk_publish`)).status).toBe(403);
      expect((await visitor.api.post(`${there}/draft_notes`, { note: 'Again' })).status).toBe(403);
      await addMember(owner.api, open, visitor, 20);
      expect((await visitor.api.post(`${there}/draft_notes/bulk_publish`)).status).toBe(204);
    });
  });
});
