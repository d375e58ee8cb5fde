import {
  commitFile,
  createBranchedProject,
  createMember,
  createMergeRequest,
  createProject,
  createUser,
  type TestUser,
} from '@forgemesh/testing';

const CONTENT = 'one\ntwo\nthree\nfour\nfive\n';

describe('suggestions', () => {
  let owner: TestUser;
  let author: TestUser;
  let path: string;
  let project: { id: number };
  beforeAll(async () => {
    owner = await createUser();
    project = await createProject(owner.api);
    path = `/projects/${project.id}`;
    await commitFile(owner.api, path, { path: 'README.md', content: 'hello\n' });
    author = await createMember(owner.api, path, 20);
  });
  let count = 0;
  const open = async () => {
    const branch = `feature-${++count}`;
    await commitFile(owner.api, path, { branch, start_branch: 'main', path: 'a.txt', content: CONTENT });
    const { iid } = await createMergeRequest(owner.api, path, { source_branch: branch });
    const at = `${path}/merge_requests/${iid}`;
    const { diff_refs: refs } = (await owner.api.get(at)).body;
    const suggest = async (line: number, body: string) => {
      const position = { ...refs, position_type: 'text', new_path: 'a.txt', new_line: line };
      return (await author.api.post(`${at}/discussions`, { body, position })).body;
    };
    const file = async () => (await owner.api.get(`${path}/repository/files/a.txt/raw?ref=${branch}`)).body;
    return { at, branch, suggest, file };
  };

  describe('PUT /suggestions/:id/apply', () => {
    it('commits the lines in the name of their author, and resolves the thread', async () => {
      const { at, branch, suggest, file } = await open();
      const thread = await suggest(2, 'Better:\n```suggestion:-1+1\nONE\nTWO\n```');
      const [note] = thread.notes;
      expect(note.suggestions).toEqual([
        {
          id: expect.any(Number),
          from_line: 1,
          to_line: 3,
          appliable: true,
          applied: false,
          from_content: 'one\ntwo\nthree\n',
          to_content: 'ONE\nTWO\n',
        },
      ]);
      const { status, body } = await owner.api.put(`/suggestions/${note.suggestions[0].id}/apply`);
      expect({ status, body }).toMatchObject({ status: 200, body: { applied: true, appliable: false, from_line: 1 } });
      expect(await file()).toBe('ONE\nTWO\nfour\nfive\n');
      const { body: commit } = await owner.api.get(`${path}/repository/commits/${branch}`);
      expect(commit).toMatchObject({
        message: 'Apply 1 suggestion(s) to 1 file(s)',
        author_name: `Name of ${author.username}`,
        committer_name: `Name of ${owner.username}`,
      });
      expect((await owner.api.get(`${at}/discussions/${thread.id}`)).body.notes[0]).toMatchObject({
        resolved: true,
        suggestions: [{ applied: true }],
      });
      expect(await owner.api.put(`/suggestions/${note.suggestions[0].id}/apply`)).toMatchObject({
        status: 400,
        body: { message: 'The suggestion is already applied' },
      });
    });

    it('follows lines that moved, and refuses lines that changed', async () => {
      const { branch, suggest, file } = await open();
      const moved = (await suggest(4, '```suggestion\nFOUR\n```')).notes[0].suggestions[0];
      const changed = (await suggest(2, '```suggestion\n2\n```')).notes[0].suggestions[0];
      const first = (await suggest(1, '```suggestion\nzero\none\n```\n')).notes[0].suggestions[0];
      const message = 'Insert a line';
      expect((await owner.api.put(`/suggestions/${first.id}/apply`, { commit_message: message })).status).toBe(200);
      expect((await owner.api.get(`${path}/repository/commits/${branch}`)).body.title).toBe(message);
      expect((await owner.api.put(`/suggestions/${moved.id}/apply`)).status).toBe(200);
      expect(await file()).toBe('zero\none\ntwo\nthree\nFOUR\nfive\n');
      const update = { branch, content: 'zero\none\nTWO\n', commit_message: 'x' };
      await owner.api.put(`${path}/repository/files/a.txt`, update);
      expect(await owner.api.put(`/suggestions/${changed.id}/apply`)).toMatchObject({
        status: 400,
        body: { message: 'The suggestion is outdated: its lines were changed' },
      });
    });

    it('requires the right to push and an open merge request', async () => {
      const { at, suggest } = await open();
      const { id } = (await suggest(1, '```suggestion\n1\n```')).notes[0].suggestions[0];
      expect(await author.api.put(`/suggestions/${id}/apply`)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('You are not allowed to push into this branch') },
      });
      expect((await (await createUser()).api.put(`/suggestions/${id}/apply`)).status).toBe(404);
      expect((await owner.api.put('/suggestions/999999999/apply')).status).toBe(404);
      await owner.api.put(at, { state_event: 'close' });
      expect(await owner.api.put(`/suggestions/${id}/apply`)).toMatchObject({
        status: 400,
        body: { message: 'The merge request is not open' },
      });
      const { body } = await owner.api.get(`${at}/notes`);
      expect(body.find((note: { suggestions?: unknown }) => note.suggestions)).toMatchObject({
        suggestions: [{ appliable: false }],
      });
    });
  });

  describe('PUT /suggestions/batch_apply', () => {
    it('applies several with one commit and the message of the project', async () => {
      const { at, branch, suggest, file } = await open();
      await owner.api.put(path, {
        suggestion_commit_message: '%{username} applies %{suggestions_count} to %{file_paths}',
      });
      const notes = [await suggest(2, '```suggestion\n2\n```'), await suggest(5, '```suggestion\n5\n5\n```\n')];
      const ids = notes.map((thread) => thread.notes[0].suggestions[0].id);
      const before = (await owner.api.get(`${path}/repository/commits?ref_name=${branch}`)).body.length;
      const overlapping = (await suggest(3, '```suggestion:-1+0\nx\n```')).notes[0].suggestions[0].id;
      expect(await owner.api.put('/suggestions/batch_apply', { ids: [...ids, overlapping] })).toMatchObject({
        status: 400,
        body: { message: 'The suggestions change the same lines' },
      });
      const { status, body } = await owner.api.put('/suggestions/batch_apply', { ids });
      expect({ status, body }).toMatchObject({ status: 200, body: ids.map((id) => ({ id, applied: true })) });
      expect(await file()).toBe('one\n2\nthree\nfour\n5\n5\n');
      const { body: commits } = await owner.api.get(`${path}/repository/commits?ref_name=${branch}`);
      expect(commits).toHaveLength(before + 1);
      expect(commits[0].title).toBe(`${owner.username} applies 2 to a.txt`);
      const elsewhere = await open();
      const other = (await elsewhere.suggest(1, '```suggestion\nx\n```')).notes[0].suggestions[0].id;
      expect(await owner.api.put('/suggestions/batch_apply', { ids: [overlapping, other] })).toMatchObject({
        status: 400,
        body: { message: 'The suggestions belong to several merge requests' },
      });
      expect((await owner.api.put('/suggestions/batch_apply', { ids: [other, 999_999_999] })).status).toBe(404);
      expect((await owner.api.put('/suggestions/batch_apply', {})).body).toEqual({ error: 'ids is missing' });
      expect((await owner.api.get(at)).body.state).toBe('opened');
    });
  });

  it('follow the text of a note until they are applied', async () => {
    const { at, suggest } = await open();
    const thread = await suggest(3, 'No block, and one beyond the end:\n```suggestion:-0+9\nx\n```');
    expect(thread.notes[0].suggestions).toBeUndefined();
    const note = `${at}/discussions/${thread.id}/notes/${thread.notes[0].id}`;
    const change = async (body: string) => (await author.api.put(note, { body })).body.suggestions;
    const [first] = await change('```suggestion\n3\n```');
    expect(first).toMatchObject({ from_content: 'three\n', to_content: '3\n', appliable: true });
    expect(await change('```suggestion\nthree\n```')).toMatchObject([{ appliable: false }]);
    expect(await change('No more')).toEqual([]);
    const [last] = await change('```suggestion\n```');
    expect(last.to_content).toBe('');
    await owner.api.put(`/suggestions/${last.id}/apply`);
    expect(await change('```suggestion\nother\n```')).toMatchObject([{ id: last.id, applied: true }]);
  });

  it('can be applied to forks that their authors may push to', async () => {
    const { project: source, path: upstream } = await createBranchedProject(owner.api, { visibility: 'public' });
    const contributor = await createUser();
    const { body: fork } = await contributor.api.post(`/projects/${source.id}/fork`, { visibility: 'public' });
    const forked = `/projects/${fork.id}`;
    await commitFile(contributor.api, forked, {
      branch: 'change',
      start_branch: 'main',
      path: 'b.txt',
      content: 'b\n',
    });
    const { iid } = await createMergeRequest(contributor.api, forked, {
      source_branch: 'change',
      target_project_id: source.id,
    });
    const at = `${upstream}/merge_requests/${iid}`;
    const { diff_refs: refs } = (await owner.api.get(at)).body;
    const position = { ...refs, position_type: 'text', new_path: 'b.txt', new_line: 1 };
    const body = '```suggestion\nB\n```';
    const { id } = (await owner.api.post(`${at}/discussions`, { body, position })).body.notes[0].suggestions[0];
    expect((await owner.api.put(`/suggestions/${id}/apply`)).status).toBe(403);
    expect((await contributor.api.put(`/suggestions/${id}/apply`)).status).toBe(200);
    expect((await owner.api.get(`${forked}/repository/files/b.txt/raw?ref=change`)).body).toBe('B\n');
  });
});
