import {
  createUser,
  waitFor,
  mesh,
  unique,
  createMember,
  createGroup,
  createIssue,
  createProject,
  addMember,
  type ApiResponse,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { inDatabase, systemNotes, type StoredRow } from '#testing/database';
import { createLabel, createMilestone } from '#testing/fixtures';

describe('POST /projects/:id/issues/:issue_iid/move', () => {
  let owner: TestUser;
  let from: TestProject;
  let to: TestProject;
  let path: string;
  let target: string;
  beforeAll(async () => {
    owner = await createUser();
    const group = await createGroup(owner.api);
    [from, to] = [await createProject(owner.api, { namespace_id: group.id }), await createProject(owner.api)];
    [path, target] = [`/projects/${from.id}`, `/projects/${to.id}`];
  });
  const move = (as: TestUser, iid: number, project = to.id, source = path): Promise<ApiResponse> =>
    as.api.post(`${source}/issues/${iid}/move`, { to_project_id: project });

  it('moves an issue with the attributes that exist in the other project', async () => {
    const [reporter, label] = [await createMember(owner.api, path, 20), await createLabel(owner.api, path)];
    await addMember(owner.api, target, reporter, 20);
    await createLabel(owner.api, target, { name: label.name });
    const milestone = await createMilestone(owner.api, path);
    const same = await createMilestone(owner.api, target, { title: milestone.title });
    const outsider = await createMember(owner.api, path, 20);
    const fields = { description: 'why', due_date: '2030-01-01', weight: 3, confidential: true };
    const issue = await createIssue(owner.api, path, {
      ...fields,
      labels: `${label.name},left behind`,
      milestone_id: milestone.id,
      assignee_ids: [reporter.id, outsider.id],
    });
    await owner.api.post(`${path}/issues/${issue.iid}/time_estimate`, { duration: '2h' });
    const { status, body } = await move(reporter, issue.iid);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...fields,
      project_id: to.id,
      title: issue['title'],
      state: 'opened',
      author: { id: owner.id },
      labels: [label.name],
      milestone: { id: same.id },
      moved_to_id: null,
      created_at: issue['created_at'],
      assignees: [{ id: reporter.id }],
      time_stats: { time_estimate: 7200 },
    });
    expect((await owner.api.get(`${path}/issues/${issue.iid}`)).body).toMatchObject({
      state: 'closed',
      moved_to_id: body.id,
      closed_by: { id: reporter.id },
    });
    expect((await systemNotes('Issue', issue)).at(-1)).toBe(`moved to ${to.path_with_namespace}#${body.iid}`);
    expect(await systemNotes('Issue', issue)).not.toContain('closed');
    expect((await systemNotes('Issue', body)).at(-1)).toBe(`moved from ${from.path_with_namespace}#${issue.iid}`);
    expect(await move(owner, issue.iid)).toMatchObject({
      status: 400,
      body: { message: 'Cannot move issue due to insufficient permissions!' },
    });
  });

  it('keeps the references in its texts', async () => {
    const named = await createIssue(owner.api, path);
    const secret = 'a'.repeat(32);
    const text = `See #${named.iid}, \`#${named.iid}\` and [that](/uploads/${secret}/that.txt)`;
    const issue = await createIssue(owner.api, path, { description: text });
    await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: text });
    const full = from.path_with_namespace;
    const wanted = `See ${full}#${named.iid}, \`#${named.iid}\` and [that](/${full}/uploads/${secret}/that.txt)`;
    const { body: moved } = await move(owner, issue.iid);
    expect(moved.description).toBe(wanted);
    const { body: notes } = await owner.api.get(`${target}/issues/${moved.iid}/notes?sort=asc`);
    expect(notes.map(({ body }: { body: string }) => body)).toEqual([wanted, expect.stringContaining('moved from')]);
  });

  describe('with attached files', () => {
    async function attach(content: string): Promise<string> {
      const form = new FormData();
      form.set('file', new Blob([content]), 'plan.txt');
      return (await owner.api.post(`${path}/uploads`, form)).body.url as string;
    }

    async function download(url: string): Promise<[number, string]> {
      const answer = await fetch(`${mesh().url}/${to.path_with_namespace}${url}`, {
        headers: { 'PRIVATE-TOKEN': owner.token },
      });
      return [answer.status, await answer.text()];
    }

    const copied = /^See \[plan\]\((\/uploads\/[0-9a-f]{32}\/plan\.txt)\)$/;

    it('copies the files of its texts under new secrets', async () => {
      const [url, other] = [await attach('one'), await attach('two')];
      const issue = await createIssue(owner.api, path, { description: `See [plan](${url})` });
      await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: `See [plan](${url})` });
      await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: `See [plan](${other})` });
      const { body: moved } = await move(owner, issue.iid);
      const { body: notes } = await owner.api.get(`${target}/issues/${moved.iid}/notes?sort=asc`);
      const texts = [moved.description, notes[0].body, notes[1].body] as string[];
      const [there = '', again = '', second = ''] = texts.map((text) => copied.exec(text)?.[1] ?? '');
      expect(there).not.toBe('');
      // There is one copy for all texts of the issue.
      expect(again).toBe(there);
      expect(there).not.toBe(url);
      expect(await download(there)).toEqual([200, 'one']);
      expect(await download(second)).toEqual([200, 'two']);
      // The originals stay with the old issue.
      expect(await download(url)).toEqual([404, expect.any(String)]);
      expect((await owner.api.get(`${path}/issues/${issue.iid}`)).body.description).toBe(`See [plan](${url})`);
    });

    it('copies them once, even if the move is repeated', async () => {
      const url = await attach('once');
      const issue = await createIssue(owner.api, path, { description: `See [plan](${url})` });
      await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: `See [plan](${url})` });
      const { body: moved } = await move(owner, issue.iid);
      const secret = url.split('/')[2];
      const copies = () =>
        inDatabase(async (connection) => {
          const uploads = connection.collection<StoredRow>('uploads');
          const original = (await uploads.findOne({ secret, project_id: from.id })) as StoredRow;
          return uploads.countDocuments({ operation_id: { $regex: `^copy/${original._id}/` } });
        }, 'projects');
      expect(await copies()).toBe(1);
      await inDatabase(async (connection) => {
        const issues = connection.collection<StoredRow>('issues');
        const at = new Date(Date.now() - 60_000);
        const entry = { id: unique('again'), type: 'collaboration.issue.created', version: 1, actor: owner.id };
        const outbox = [{ ...entry, correlation_id: '', at, changes: { moved_from_id: issue.id } }];
        await issues.updateOne({ _id: moved.id }, { $set: { outbox, outbox_at: at } } as never);
        // The consumer of the event copies its note again.
        await connection.collection('notes').deleteOne({ noteable_id: moved.id, system: false });
      });
      await owner.api.put(`${target}/issues/${moved.iid}`, { title: 'changed meanwhile' });
      const { body: notes } = await waitFor(
        () => owner.api.get(`${target}/issues/${moved.iid}/notes?sort=asc`),
        ({ body }) => (body as { body: string }[]).some((note) => note.body.startsWith('See')),
      );
      const texts = (notes as { body: string }[]).map(({ body }) => body);
      expect(texts).toContain(moved.description);
      expect(await copies()).toBe(1);
    });
  });

  it('copies notes, discussions and reactions', async () => {
    const issue = await createIssue(owner.api, path);
    const at = `${path}/issues/${issue.iid}`;
    const note = (await owner.api.post(`${at}/notes`, { body: 'a note' })).body;
    const discussion = (await owner.api.post(`${at}/discussions`, { body: 'first' })).body;
    await owner.api.post(`${at}/discussions/${discussion.id}/notes`, { body: 'second' });
    await owner.api.post(`${at}/award_emoji`, { name: 'thumbsup' });
    await owner.api.post(`${at}/notes/${note.id}/award_emoji`, { name: 'tada' });
    const { body: moved } = await move(owner, issue.iid);
    expect(moved).toMatchObject({ user_notes_count: 3, upvotes: 1 });
    const there = `${target}/issues/${moved.iid}`;
    const { body: discussions } = await owner.api.get(`${there}/discussions`);
    const texts = (discussions as { notes: { body: string; noteable_id: number }[] }[]).map(({ notes }) =>
      notes.map(({ body }) => body),
    );
    expect(texts).toEqual([['a note'], ['first', 'second'], [expect.stringContaining('moved from')]]);
    expect(discussions[1].id).not.toBe(discussion.id);
    const copy = discussions[0].notes[0];
    expect(copy).toMatchObject({ created_at: note.created_at, author: { id: owner.id }, noteable_iid: moved.iid });
    expect((await owner.api.get(`${there}/notes/${copy.id}/award_emoji`)).body).toMatchObject([{ name: 'tada' }]);
    expect((await owner.api.get(`${at}/notes`)).body).toHaveLength(4);
  });

  it('moves once for concurrent requests', async () => {
    const issue = await createIssue(owner.api, path);
    const answers = await Promise.all([move(owner, issue.iid), move(owner, issue.iid)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  it('is completed by the event consumer after a crash', async () => {
    const issue = await createIssue(owner.api, path);
    await owner.api.post(`${path}/issues/${issue.iid}/notes`, { body: 'to be copied' });
    const id = await inDatabase(async (connection) => {
      // Drawn as the service draws it: lists take the issue with the highest id for the newest.
      const sequences = connection.collection<{ _id: string; value: number }>('sequences');
      const drawn = await sequences.findOneAndUpdate(
        { _id: 'issues' },
        { $inc: { value: 1 } },
        { returnDocument: 'after' },
      );
      return Number(drawn?.value);
    });
    await inDatabase(async (connection) => {
      const issues = connection.collection<StoredRow>('issues');
      const row = (await issues.findOne({ _id: issue.id })) as StoredRow;
      const at = new Date(Date.now() - 60_000);
      const entry = { id: unique('cut-off'), type: 'collaboration.issue.created', version: 1, actor: owner.id };
      const changes = { moved_from_id: issue.id };
      // Only the first step of the move is done: the new issue with its event.
      await issues.insertOne({
        ...row,
        _id: id,
        iid: id,
        project_id: to.id,
        version: 1,
        moved_from_id: issue.id,
        operation_id: unique('write'),
        user_notes_count: 0,
        outbox: [{ ...entry, correlation_id: '', at, changes }],
        outbox_at: at,
      });
    });
    // The next write publishes the pending events.
    await owner.api.put(`${target}/issues/${id}`, { description: 'changed meanwhile' });
    await waitFor(
      () => owner.api.get(`${target}/issues/${id}`),
      ({ body }) => body.user_notes_count === 1,
    );
    const { body } = await owner.api.get(`${path}/issues/${issue.iid}`);
    expect(body).toMatchObject({ state: 'closed', moved_to_id: id });
    await waitFor(
      () => systemNotes('Issue', { id }),
      (texts) => texts.includes(`moved from ${from.path_with_namespace}#${issue.iid}`),
    );
  });

  it('refuses callers without the rights, and invalid projects', async () => {
    const issue = await createIssue(owner.api, path);
    const [guest, stranger] = [await createMember(owner.api, path, 10), await createUser()];
    const readable = await createProject(owner.api, { visibility: 'public', issues_access_level: 'disabled' });
    const refused = { status: 400, body: { message: 'Cannot move issue due to insufficient permissions!' } };
    await addMember(owner.api, target, guest, 30);
    expect(await move(guest, issue.iid)).toMatchObject(refused);
    expect(await move(owner, issue.iid, readable.id)).toMatchObject(refused);
    expect(await move(owner, issue.iid, from.id)).toMatchObject({
      status: 400,
      body: { message: 'Cannot move issue to project it originates from!' },
    });
    const member = await createMember(owner.api, path, 30);
    expect(await move(member, issue.iid)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
    expect(await move(stranger, issue.iid)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
    expect(await move(owner, 99_999)).toMatchObject({ status: 404, body: { message: '404 Issue Not Found' } });
    expect((await owner.api.post(`${path}/issues/${issue.iid}/move`)).body).toEqual({
      error: 'to_project_id is missing',
    });
    expect((await owner.api.get(`${path}/issues/${issue.iid}`)).body.state).toBe('opened');
  });
});
