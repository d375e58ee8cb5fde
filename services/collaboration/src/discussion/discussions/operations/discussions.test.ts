import { createHash } from 'node:crypto';
import {
  api,
  createUser,
  waitFor,
  commitFile,
  createMember,
  createBranchedProject,
  createMergeRequest,
  createGroup,
  createIssue,
  createProject,
  borrowUser,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { insertItem, systemNotes } from '#testing/database';
import { createEpic } from '#testing/fixtures';

const [base, start, head] = ['b'.repeat(40), '5'.repeat(40), 'e'.repeat(40)];
const shas = { base_sha: base, start_sha: start, head_sha: head };

const digest = createHash('sha1').update('a').digest('hex');
/** Ranges of lines that do not fit to a comment on line 7, and parts of the refusals. */
const invalidRanges = [
  [{ start: { new_line: 8 }, end: { new_line: 7 } }, 'ends before it starts'],
  [{ start: { new_line: 3 }, end: { new_line: 6 } }, 'does not end at its line'],
  [{ start: { old_line: 1 }, end: { type: 'old', new_line: 7 } }, 'incomplete'],
  [{ start: {}, end: { new_line: 7 } }, 'incomplete'],
  [{ start: { line_code: 'x' }, end: { new_line: 7 } }, 'invalid line code'],
  [{ start: { line_code: `${'0'.repeat(40)}_1_1` }, end: { new_line: 7 } }, 'invalid line code'],
].map(([line_range, problem]): [object, object] => [
  { position_type: 'text', new_path: 'a', new_line: 7, line_range },
  { message: expect.stringContaining(String(problem)) },
]);

describe('discussions', () => {
  let owner: TestUser;
  let project: Created;
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
  });
  const makeRequest = async (fields: Record<string, unknown> = {}): Promise<string> => {
    const item = { project_id: project.id, author_id: owner.id, ...shas, ...fields };
    return `${path}/merge_requests/${(await insertItem('merge_requests', item)).iid}`;
  };

  it.each(['Issue', 'MergeRequest', 'Snippet', 'Commit', 'Epic'])(
    'can be started, replied to, changed and listed on type %s',
    async (type) => {
      const places: Record<string, () => Promise<string>> = {
        Issue: async () => `${path}/issues/${(await createIssue(owner.api, path)).iid}`,
        MergeRequest: makeRequest,
        Commit: async () => {
          const sha = await commitFile(owner.api, path, { branch: 'main', path: 'README.md', content: 'hello' });
          return `${path}/repository/commits/${sha}`;
        },
        Epic: async () => {
          const group = await createGroup(owner.api);
          return `/groups/${group.id}/epics/${(await createEpic(owner.api, group)).id}`;
        },
        Snippet: async () => {
          const fields = { title: 'x', file_name: 'x', content: 'x', visibility: 'internal' };
          return `${path}/snippets/${(await owner.api.post(`${path}/snippets`, fields)).body.id}`;
        },
      };
      const discussions = `${await places[type]?.()}/discussions`;
      const { status, body } = await owner.api.post(discussions, { body: 'Why?' });
      expect(status).toBe(201);
      const resolvable = type === 'MergeRequest';
      expect(body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{40}$/),
        individual_note: false,
        notes: [
          expect.objectContaining({
            body: 'Why?',
            type: 'DiscussionNote',
            noteable_type: type,
            resolvable,
            ...(resolvable && { resolved: false, resolved_by: null }),
          }),
        ],
      });
      const at = `${discussions}/${body.id}`;
      const answer = await owner.api.post(`${at}/notes`, { body: 'Because' });
      expect(answer).toMatchObject({ status: 201, body: { body: 'Because', type: 'DiscussionNote', resolvable } });
      expect((await owner.api.put(`${at}/notes/${answer.body.id}`, { body: 'So' })).body).toMatchObject({ body: 'So' });
      expect((await owner.api.get(at)).body.notes.map((note: { body: string }) => note.body)).toEqual(['Why?', 'So']);
      const { body: other } = await owner.api.post(discussions, { body: 'Else' });
      const single = `${at}/notes/${answer.body.id}`;
      const got = await owner.api.get(single);
      expect(got).toMatchObject({ status: 200, body: { id: answer.body.id, body: 'So', type: 'DiscussionNote' } });
      expect(got.body).toEqual((await owner.api.get(at)).body.notes[1]);
      for (const wrong of [`${discussions}/${other.id}/notes/${answer.body.id}`, `${at}/notes/999999999`])
        expect(await owner.api.get(wrong)).toMatchObject({ status: 404, body: { message: '404 Note Not Found' } });
      expect((await (await borrowUser()).api.get(single)).status).toBe(404);
      expect((await api().get(single)).status).toBe(401);
      expect((await owner.api.put(`${discussions}/${other.id}/notes/${answer.body.id}`, { body: 'x' })).status).toBe(
        404,
      );
      const page = await owner.api.get(`${discussions}?per_page=1`);
      expect(page.body).toMatchObject([{ id: body.id, notes: [{ body: 'Why?' }, { body: 'So' }] }]);
      expect(page.headers.get('x-total')).toBe('2');
      expect((await owner.api.delete(`${at}/notes/${answer.body.id}`)).status).toBe(204);
      expect((await owner.api.get(at)).body.notes).toHaveLength(1);
      expect((await owner.api.get(`${discussions}/${'0'.repeat(40)}`)).body).toEqual({
        message: '404 Discussion Not Found',
      });
      expect((await owner.api.post(discussions, {})).body).toEqual({ error: 'body is missing' });
      expect((await (await borrowUser()).api.get(discussions)).status).toBe(404);
      expect((await api().get(discussions)).status).toBe(401);
    },
  );

  describe('POST /projects/:id/issues/:issue_iid/discussions/:discussion_id/notes', () => {
    it('turns an individual note into a discussion, but not a system note', async () => {
      const issue = `${path}/issues/${(await createIssue(owner.api, path)).iid}`;
      await owner.api.post(`${issue}/notes`, { body: 'Alone' });
      await owner.api.put(issue, { state_event: 'close' });
      const [alone, system] = (await owner.api.get(`${issue}/discussions`)).body;
      expect(alone).toMatchObject({ individual_note: true, notes: [{ body: 'Alone', type: null }] });
      expect(system).toMatchObject({ individual_note: true, notes: [{ system: true }] });
      expect((await owner.api.post(`${issue}/discussions/${alone.id}/notes`, { body: 'No more' })).status).toBe(201);
      expect((await owner.api.get(`${issue}/discussions/${alone.id}`)).body).toMatchObject({
        individual_note: false,
        notes: [
          { body: 'Alone', type: 'DiscussionNote' },
          { body: 'No more', type: 'DiscussionNote' },
        ],
      });
      expect(await owner.api.post(`${issue}/discussions/${system.id}/notes`, { body: 'x' })).toMatchObject({
        status: 400,
        body: { message: '400 (Bad request) "Discussion can not be replied to." not given' },
      });
    });
  });

  describe('PUT /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id', () => {
    it('resolves and reopens for developers and the author of the merge request', async () => {
      const [reporter, developer] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 30)];
      const request = await makeRequest({ author_id: reporter.id });
      const { body: begun } = await owner.api.post(`${request}/discussions`, { body: 'Mend this' });
      const at = `${request}/discussions/${begun.id}`;
      const resolved = await developer.api.put(at, { resolved: true });
      expect(resolved).toMatchObject({
        status: 200,
        body: { id: begun.id, notes: [{ resolved: true, resolved_by: { id: developer.id } }] },
      });
      const notes = (): Promise<string[]> => systemNotes('MergeRequest', { id: Number(request.split('/').at(-1)) });
      expect(await notes()).toEqual(['resolved all threads']);
      const { body: answer } = await owner.api.post(`${at}/notes`, { body: 'Thanks' });
      expect(answer).toMatchObject({ resolved: true, resolved_by: { id: developer.id } });
      expect((await reporter.api.put(at, { resolved: false })).body.notes).toMatchObject([
        { resolved: false, resolved_by: null },
        { resolved: false, resolved_by: null },
      ]);
      const note = `${at}/notes/${answer.id}`;
      expect((await owner.api.put(note, { resolved: true })).body).toMatchObject({ id: answer.id, resolved: true });
      expect((await owner.api.get(at)).body.notes).toMatchObject([{ resolved: false }, { resolved: true }]);
      expect(await notes()).toHaveLength(1);
      expect((await owner.api.put(note, { resolved: true, body: 'x' })).body).toEqual({
        error: 'body, resolved are mutually exclusive',
      });
      const other = await createMember(owner.api, path, 20);
      expect((await other.api.put(at, { resolved: true })).status).toBe(403);
      await owner.api.post(`${request}/notes`, { body: 'Alone' });
      const alone = (await owner.api.get(`${request}/discussions`)).body.at(-1);
      expect((await owner.api.put(`${request}/discussions/${alone.id}`, { resolved: true })).status).toBe(403);
      expect((await owner.api.put(at, {})).body).toEqual({ error: 'resolved is missing' });
    });
  });

  describe('POST /projects/:id/merge_requests/:merge_request_iid/discussions', () => {
    it('ignores an empty position', async () => {
      const { status, body } = await owner.api.post(`${await makeRequest()}/discussions`, {
        body: 'Here',
        position: {},
      });
      expect(status).toBe(201);
      expect(body.notes[0]).toMatchObject({ type: 'DiscussionNote', body: 'Here' });
    });

    it('starts a discussion on a line of the diff, and replies stay there', async () => {
      const request = await makeRequest();
      const position = { ...shas, position_type: 'text', new_path: 'a.txt', new_line: 3 };
      const { status, body } = await owner.api.post(`${request}/discussions`, { body: 'Here', position });
      expect(status).toBe(201);
      const shown = { ...position, old_path: 'a.txt', old_line: null };
      expect(body.notes[0]).toMatchObject({ type: 'DiffNote', resolvable: true, position: shown });
      const answer = await owner.api.post(`${request}/discussions/${body.id}/notes`, { body: 'There' });
      expect(answer.body).toMatchObject({ type: 'DiffNote', position: shown });
    });

    it('starts a discussion on several lines, named by numbers or by line codes', async () => {
      const request = await makeRequest();
      const position = { ...shas, position_type: 'text', new_path: 'a', new_line: 7 };
      const start = async (line_range: object) => {
        const fields = { body: 'These', position: { ...position, line_range } };
        const { status, body } = await owner.api.post(`${request}/discussions`, fields);
        expect(status).toBe(201);
        expect((await owner.api.get(`${request}/discussions/${body.id}`)).body).toEqual(body);
        return body.notes[0].position.line_range;
      };
      const added = { type: 'new', old_line: null };
      const end = { line_code: `${digest}_0_7`, ...added, new_line: 7 };
      expect(await start({ start: { new_line: 3 }, end: { new_line: 7 } })).toEqual({
        start: { line_code: `${digest}_0_3`, ...added, new_line: 3 },
        end,
      });
      const codes = {
        start: { line_code: `${digest}_4_0`, type: 'old' },
        end: { line_code: `${digest}_4_7`, type: 'new' },
      };
      expect(await start(codes)).toEqual({
        start: { line_code: `${digest}_4_0`, type: 'old', old_line: 4, new_line: null },
        end: { ...end, line_code: `${digest}_4_7` },
      });
      const kept = { old_line: 2, new_line: 5, type: 'expanded' };
      expect((await start({ start: kept, end: { new_line: 7 } })).start).toMatchObject({ ...kept, type: null });
      const tooLong = { start: { new_line: 1 }, end: { new_line: 2_000 } };
      const long = { body: 'x', position: { ...position, new_line: 2_000, line_range: tooLong } };
      expect((await owner.api.post(`${request}/discussions`, long)).body.message).toContain('too long');
    });

    it.each([
      [{ position_type: 'text', new_path: 'a' }, { message: expect.stringContaining('is incomplete') }],
      [{ position_type: 'text', new_line: 1 }, { message: expect.stringContaining('is incomplete') }],
      [
        { position_type: 'text', new_path: 'a', new_line: 1, head_sha: base },
        { message: expect.stringContaining('is not in a version') },
      ],
      [
        { position_type: 'sound', new_path: 'a', new_line: 1 },
        { error: 'position[position_type] does not have a valid value' },
      ],
      [
        { position_type: 'text', new_path: 'a', new_line: 0 },
        { error: 'position[new_line] does not have a valid value' },
      ],
      ...invalidRanges,
    ])('refuses the position %j', async (place, body) => {
      const request = await makeRequest();
      const position = { ...shas, ...place };
      expect(await owner.api.post(`${request}/discussions`, { body: 'x', position })).toMatchObject({
        status: 400,
        body,
      });
    });
  });

  describe('GET /projects/:id/merge_requests/:merge_request_iid/discussions', () => {
    const lines = (...words: string[]): string => words.map((word) => `${word}\n`).join('');

    it('marks each thread once when a push changes its line', async () => {
      const { path: own, project: its } = await createBranchedProject(owner.api);
      const file = 'lines.txt';
      await commitFile(owner.api, own, { branch: 'main', path: file, content: lines('gone', 'one') });
      const commit = async (content: string, fields: object = {}): Promise<string> => {
        const actions = [{ action: 'update', file_path: file, content }];
        const made = await owner.api.post(`${own}/repository/commits`, {
          branch: 'lines',
          commit_message: 'Lines',
          actions,
          ...fields,
        });
        return made.body.id as string;
      };
      const first = await commit(lines('one', 'two', 'three'), { start_branch: 'main' });
      const request = await createMergeRequest(owner.api, own, { source_branch: 'lines' });
      const at = `${own}/merge_requests/${request.iid}`;
      const { diff_refs } = (await owner.api.get(at)).body;
      const begin = async (body: string, line: object): Promise<string> => {
        const position = { ...diff_refs, position_type: 'text', new_path: file, ...line };
        return (await owner.api.post(`${at}/discussions`, { body, position })).body.id as string;
      };
      const [changed, kept] = [await begin('Two?', { new_line: 2 }), await begin('Three?', { new_line: 3 })];
      const [removed, still] = [await begin('Gone?', { old_line: 1 }), await begin('One?', { new_line: 1 })];
      expect((await owner.api.put(`${at}/discussions/${changed}`, { resolved: true })).status).toBe(200);
      type Notes = { body: string; system: boolean; type: string; resolvable: boolean }[];
      const notes = async (id: string): Promise<Notes> =>
        (await owner.api.get(`${at}/discussions/${id}`)).body.notes as Notes;
      const bodies = async (id: string): Promise<string[]> => (await notes(id)).map(({ body }) => body);
      const told = (id: string): Promise<string[]> =>
        waitFor(
          () => bodies(id),
          (found) => found.length > 1,
        );
      const since = `/${its.path_with_namespace}/-/merge_requests/${request.iid}/diffs?start_sha=${first}`;
      const text = (version: number): string => `changed this line in [version ${version} of the diff](${since})`;
      await commit(lines('zero', 'one', 'second', 'three'));
      expect(await told(changed)).toEqual(['Two?', text(2)]);
      expect((await notes(changed))[1]).toMatchObject({ system: true, type: 'DiffNote', resolvable: false });
      const answer = await owner.api.post(`${at}/discussions/${changed}/notes`, { body: 'Fine' });
      expect(answer.body).toMatchObject({ resolved: true });
      await commit(lines('gone', 'zero', 'one', '2nd', 'three'));
      expect(await told(removed)).toEqual(['Gone?', text(3)]);
      await commit(lines('gone', 'zero', 'one', '2nd', '3rd'));
      expect(await told(kept)).toEqual(['Three?', text(4)]);
      expect(await bodies(changed)).toEqual(['Two?', text(2), 'Fine']);
      expect(await bodies(still)).toEqual(['One?']);
    });

    it('resolves outdated threads if the project is configured so', async () => {
      const { path: own } = await createBranchedProject(owner.api);
      await owner.api.put(own, { resolve_outdated_diff_discussions: true });
      const commit = async (content: string, fields: object): Promise<void> => {
        const actions = [{ file_path: 'lines.txt', content, ...fields }];
        const wish = { branch: 'lines', commit_message: 'Lines', actions };
        expect((await owner.api.post(`${own}/repository/commits`, wish)).status).toBe(201);
      };
      await owner.api.post(`${own}/repository/branches`, { branch: 'lines', ref: 'main' });
      await commit(lines('one', 'two'), { action: 'create' });
      const request = await createMergeRequest(owner.api, own, { source_branch: 'lines' });
      const at = `${own}/merge_requests/${request.iid}`;
      const { diff_refs } = (await owner.api.get(at)).body;
      const position = { ...diff_refs, position_type: 'text', new_path: 'lines.txt' };
      const begin = async (new_line: number): Promise<string> =>
        (await owner.api.post(`${at}/discussions`, { body: 'Why?', position: { ...position, new_line } })).body
          .id as string;
      const [changed, kept] = [await begin(1), await begin(2)];
      await commit(lines('first', 'two'), { action: 'update' });
      const thread = async (id: string) => (await owner.api.get(`${at}/discussions/${id}`)).body.notes as object[];
      const notes = await waitFor(
        () => thread(changed),
        (found) => found.length === 2,
      );
      expect(notes[0]).toMatchObject({ resolvable: true, resolved: true, resolved_by: { id: owner.id } });
      expect(await thread(kept)).toMatchObject([{ resolvable: true, resolved: false }]);
    });
  });

  describe('POST /projects/:id/repository/commits/:sha/discussions', () => {
    it('starts on a line of the diff against the first parent', async () => {
      const place = `/projects/${(await createProject(owner.api)).id}`;
      const first = await commitFile(owner.api, place, { branch: 'main', path: 'a.txt', content: 'one\n' });
      const second = await commitFile(owner.api, place, { branch: 'main', path: 'b.txt', content: 'two\n' });
      const begin = (sha: string, base: string, fields: object = {}) => {
        const shasOf = { base_sha: base, start_sha: base, head_sha: sha };
        const position = { ...shasOf, position_type: 'text', new_path: 'b.txt', new_line: 1, ...fields };
        return owner.api.post(`${place}/repository/commits/${sha}/discussions`, { body: 'Here', position });
      };
      const { status, body } = await begin(second, first);
      const shas = { base_sha: first, start_sha: first, head_sha: second };
      const shown = {
        ...shas,
        position_type: 'text',
        old_path: 'b.txt',
        new_path: 'b.txt',
        old_line: null,
        new_line: 1,
      };
      expect(status).toBe(201);
      expect(body.notes).toMatchObject([{ type: 'DiffNote', resolvable: false, position: shown, commit_id: second }]);
      const at = `${place}/repository/commits/${second}/discussions/${body.id}`;
      expect((await owner.api.post(`${at}/notes`, { body: 'Yes' })).body).toMatchObject({ position: shown });
      expect((await begin(first, '0'.repeat(40), { new_path: 'a.txt' })).status).toBe(201);
      for (const refused of [begin(second, base), begin(first, second), begin(second, first, { new_line: null })])
        expect(await refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('position') } });
    });
  });
});
