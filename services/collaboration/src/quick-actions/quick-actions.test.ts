import {
  createUser,
  waitFor,
  commitFile,
  createMember,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  type ApiResponse,
  type TestUser,
  type TestItem,
} from '@forgemesh/testing';
import { systemNotes } from '#testing/database';
import { createEpic, createLabel, createMilestone } from '#testing/fixtures';

const DONE = {
  message: '400 (Bad request) "Note {:commands_only=>["Commands applied"]}" not given',
  summary: expect.any(Array),
};

describe('quick actions', () => {
  let owner: TestUser;
  let other: TestUser;
  let group: { id: number };
  let path: string;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { visibility: 'public' });
    ({ path } = await createBranchedProject(owner.api, { namespace_id: group.id, visibility: 'public' }));
    other = await createMember(owner.api, path, 30);
  });

  const act = (issue: TestItem, body: string, as = owner, kind = 'issues'): Promise<ApiResponse> =>
    as.api.post(`${path}/${kind}/${issue.iid}/notes`, { body });
  const read = async (issue: TestItem, kind = 'issues'): Promise<Record<string, unknown>> =>
    (await owner.api.get(`${path}/${kind}/${issue.iid}`)).body as Record<string, unknown>;

  describe('POST /projects/:id/issues/:issue_iid/notes', () => {
    it('runs the actions, and keeps the other lines', async () => {
      const issue = await createIssue(owner.api, path);
      const [one, two] = [
        await createLabel(owner.api, path),
        await createLabel(owner.api, path, { name: 'two words' }),
      ];
      const milestone = await createMilestone(owner.api, path);
      const body = [
        'Well.',
        `/label ~${one.name} ~"${two.name}" ~nowhere`,
        `/assign @${other.username} me`,
        `/milestone %"${milestone.title}"`,
        '/due 2031-02-03',
        '/weight 7',
        '/confidential',
        '/lock',
        '/title Another title',
        '/estimate 1d 2h',
        '/spend 3h',
        '/award :tada:',
        '/nonsense stays',
        '```',
        '/close',
        '```',
      ].join('\n');
      const { status, body: note } = await act(issue, body);
      expect(status).toBe(201);
      expect(note.body).toBe('Well.\n/nonsense stays\n```\n/close\n```');
      expect(note.summary).toContain('Set the due date to 2031-02-03.');
      expect(await read(issue)).toMatchObject({
        state: 'opened',
        title: 'Another title',
        labels: [one.name, two.name].sort(),
        assignees: expect.arrayContaining([
          expect.objectContaining({ id: other.id }),
          expect.objectContaining({ id: owner.id }),
        ]),
        milestone: { id: milestone.id },
        due_date: '2031-02-03',
        weight: 7,
        confidential: true,
        discussion_locked: true,
        time_stats: { time_estimate: 10 * 3_600, total_time_spent: 3 * 3_600 },
      });
      const awards = await owner.api.get(`${path}/issues/${issue.iid}/award_emoji`);
      expect(awards.body).toMatchObject([{ name: 'tada', user: { id: owner.id } }]);
      expect(await systemNotes('Issue', issue)).toEqual(
        expect.arrayContaining(['changed time estimate to 1d 2h', 'locked this issue']),
      );
    });

    it('responds with 400 to a note of actions only, and stores none', async () => {
      const issue = await createIssue(owner.api, path, { labels: 'a,b', due_date: '2030-01-01', weight: 2 });
      expect(await act(issue, '/close\n/unlabel ~a\n/remove_due_date\n/clear_weight')).toMatchObject({
        status: 400,
        body: {
          message: DONE.message,
          summary: ['Closed.', 'Removed labels: ~a.', 'Removed the due date.', 'Removed the weight.'],
        },
      });
      const after = await read(issue);
      expect(after).toMatchObject({
        state: 'closed',
        labels: ['b'],
        due_date: null,
        weight: null,
        user_notes_count: 0,
      });
      expect((await act(issue, '/reopen\n/relabel ~a\n/unassign\n/tableflip why')).body.body).toBe('why (╯°□°)╯︵ ┻━┻');
      expect(await read(issue)).toMatchObject({ state: 'opened', labels: ['a'] });
      expect((await act(issue, 'x\n/unlabel\n/due never\n/weight much\n/estimate never')).status).toBe(201);
      expect(await read(issue)).toMatchObject({ labels: [], due_date: null, weight: null });
    });

    it('subscribes, and creates and resolves todos', async () => {
      const issue = await createIssue(other.api, path);
      await act(issue, '/subscribe\n/todo');
      expect((await read(issue)).subscribed).toBe(true);
      const todos = async (): Promise<number> =>
        ((await owner.api.get('/todos')).body as { target: { id: number } }[]).filter(
          ({ target }) => target.id === issue.id,
        ).length;
      expect(await todos()).toBe(1);
      await act(issue, '/unsubscribe\n/done');
      expect((await read(issue)).subscribed).toBe(false);
      expect(await todos()).toBe(0);
    });

    it('marks duplicates and copies labels', async () => {
      const [issue, original] = [
        await createIssue(owner.api, path),
        await createIssue(owner.api, path, { labels: 'copied' }),
      ];
      await act(issue, `/copy_metadata #${original.iid}\n/duplicate #${original.iid}`);
      expect(await read(issue)).toMatchObject({ state: 'closed', labels: ['copied'] });
      expect(await systemNotes('Issue', issue)).toContain(`marked this issue as a duplicate of #${original.iid}`);
      expect(await systemNotes('Issue', original)).toContain(`marked #${issue.iid} as a duplicate of this issue`);
    });

    it('links, moves, and changes planning fields', async () => {
      const [issue, one, two] = [
        await createIssue(owner.api, path),
        await createIssue(owner.api, path),
        await createIssue(owner.api, path),
      ];
      const epic = await createEpic(owner.api, group);
      const other = await createProject(owner.api);
      await act(issue, `/relate #${one.iid} #${two.iid}\n/epic &${epic.iid}`);
      expect((await owner.api.get(`${path}/issues/${issue.iid}/links`)).body).toHaveLength(2);
      expect(await read(issue)).toMatchObject({ epic: { iid: epic.iid } });
      await act(issue, `/remove_epic\n/move ${other.path_with_namespace}`);
      expect(await read(issue)).toMatchObject({ state: 'closed', epic: null, moved_to_id: expect.any(Number) });
    });

    it('grants no rights beyond those of the operations', async () => {
      const stranger = await createUser();
      const label = await createLabel(owner.api, path);
      const issue = await createIssue(owner.api, path);
      const body = `/close\n/label ~${label.name}\n/title Mine\n/estimate 1h\n/lock\n/assign me`;
      const refusals = ['close', 'label', 'title', 'estimate', 'lock', 'assign'].map(
        (name) => `/${name} was not possible.`,
      );
      expect((await act(issue, body, stranger)).body).toEqual({ message: DONE.message, summary: refusals });
      expect(await read(issue)).toMatchObject({
        state: 'opened',
        title: issue['title'],
        labels: [],
        assignees: [],
        discussion_locked: null,
        time_stats: { time_estimate: 0 },
      });
      const own = await createIssue(stranger.api, path, { description: `Mine\n/label ~${label.name}\n/due tomorrow` });
      expect(own).toMatchObject({ description: 'Mine', labels: [], due_date: null });
      await act(own, '/close', stranger);
      expect((await read(own)).state).toBe('closed');
      const locked = await createIssue(owner.api, path, { discussion_locked: true });
      expect((await act(locked, '/award :tada:', stranger)).status).toBe(403);
    });
  });

  describe('POST /projects/:id/issues', () => {
    it('runs the actions in the description', async () => {
      const issue = await createIssue(owner.api, path, {
        description: 'Do it\n/assign me\n/estimate 2h\n/label ~none-such',
      });
      expect(issue).toMatchObject({
        description: 'Do it',
        labels: [],
        assignees: [{ id: owner.id }],
        time_stats: { time_estimate: 7_200 },
      });
      const { body } = await owner.api.put(`${path}/issues/${issue.iid}`, { description: '/close' });
      expect(body).toMatchObject({ description: '/close', state: 'opened' });
    });
  });

  describe('POST /projects/:id/merge_requests', () => {
    it('runs the actions in description and notes, in the target project', async () => {
      const made = await createMergeRequest(owner.api, path, { title: 'Change', description: '/wip\n/assign me' });
      expect(made).toMatchObject({ title: 'WIP: Change', description: null, assignees: [{ id: owner.id }] });
      const answer = await act(made, 'Go\n/wip\n/spend 1h\n/unassign\n/due 2030-01-01', owner, 'merge_requests');
      expect(answer.body.body).toBe('Go\n/due 2030-01-01');
      expect(await read(made, 'merge_requests')).toMatchObject({ title: 'Change', assignees: [] });
      expect((await act(made, '/approve\n/todo', other, 'merge_requests')).body).toEqual(DONE);
      const approvals = await owner.api.get(`${path}/merge_requests/${made.iid}/approvals`);
      expect(approvals.body.approved_by).toMatchObject([{ user: { id: other.id } }]);
      const todos = (await other.api.get('/todos?type=MergeRequest')).body as { target: { id: number } }[];
      expect(todos.map(({ target }) => target.id)).toEqual([made.id]);
      const discussion = await owner.api.post(`${path}/merge_requests/${made.iid}/discussions`, {
        body: 'Bye\n/close',
      });
      expect(discussion.body.notes[0].body).toBe('Bye');
      expect((await read(made, 'merge_requests')).state).toBe('closed');
    });

    it('rebases and merges for users with the rights', async () => {
      const { path: own } = await createBranchedProject(owner.api, { visibility: 'public' });
      const made = await createMergeRequest(owner.api, own);
      await commitFile(owner.api, own, { branch: 'main', path: 'm.txt', content: 'main\n' });
      const url = `${own}/merge_requests/${made.iid}`;
      const say = (body: string, as = owner): Promise<ApiResponse> => as.api.post(`${url}/notes`, { body });
      expect((await say('/rebase\n/merge', await createUser())).body).toEqual(DONE);
      expect((await owner.api.get(url)).body).toMatchObject({ state: 'opened', sha: made.sha });
      await say('/rebase');
      await waitFor(
        () => owner.api.get(`${url}?include_diverged_commits_count=true`),
        ({ body }) => body.diverged_commits_count === 0,
      );
      await say('/merge');
      expect((await owner.api.get(url)).body).toMatchObject({ state: 'merged', merged_by: { id: owner.id } });
    });
  });

  describe('actions on an issue', () => {
    const notesOf = async (at: string): Promise<string[]> =>
      (await owner.api.get(`${at}/notes?sort=asc`)).body.map(({ body }: { body: string }) => body);

    it('add time spent on a past day', async () => {
      const issue = await createIssue(owner.api, path);
      await act(issue, '/spend 1h 30m 2019-01-02\n/spend 1h 2190-01-01\n/spend 1h 2019-02-30\n/spend -30m');
      expect(await read(issue)).toMatchObject({ time_stats: { total_time_spent: 3_600 } });
      expect(await systemNotes('Issue', { id: issue.id })).toEqual([
        'added 1h 30m of time spent at 2019-01-02',
        'subtracted 30m of time spent',
      ]);
      const { path: own } = await createBranchedProject(owner.api);
      const made = await createMergeRequest(owner.api, own);
      await owner.api.post(`${own}/merge_requests/${made.iid}/notes`, { body: '/spend 2h 2019-01-02' });
      expect(await notesOf(`${own}/merge_requests/${made.iid}`)).toEqual(['added 2h of time spent at 2019-01-02']);
    });

    it('create a branch with a merge request for developers', async () => {
      const { path: own } = await createBranchedProject(owner.api, { visibility: 'public' });
      const label = await createLabel(owner.api, own);
      const issue = await createIssue(owner.api, own, { title: 'Äpfel & Birnen!', labels: label.name });
      const say = (body: string, as = owner) => as.api.post(`${own}/issues/${issue.iid}/notes`, { body });
      await say('/create_merge_request', await createUser());
      expect((await owner.api.get(`${own}/merge_requests`)).body).toEqual([]);
      await say('/create_merge_request');
      await say('/create_merge_request');
      await say('/create_merge_request main\n/create_merge_request my/branch');
      const { body } = await owner.api.get(`${own}/merge_requests?sort=asc`);
      const common = { title: 'WIP: Resolve "Äpfel & Birnen!"', target_branch: 'main', labels: [label.name] };
      expect(body).toMatchObject([
        { ...common, source_branch: `${issue.iid}-apfel-birnen`, description: `Closes #${issue.iid}` },
        { ...common, source_branch: 'my/branch', author: { id: owner.id } },
      ]);
      expect((await owner.api.get(`${own}/repository/branches/my%2Fbranch`)).status).toBe(200);
      const notes = await notesOf(`${own}/issues/${issue.iid}`);
      expect(notes.find((note) => note.includes('my/branch'))).toMatch(
        /^created branch \[`my\/branch`\]\(.+\.\.\.my%2Fbranch\) to address this issue$/,
      );
      await waitFor(
        () => owner.api.get(`${own}/issues/${issue.iid}/closed_by`),
        (closing) => closing.body.length === 2,
      );
    });

    it('promote to an epic for reporters of the group', async () => {
      const label = await createLabel(owner.api, path);
      const fields = { title: 'Grows', description: 'And grows', labels: label.name };
      const issue = await createIssue(owner.api, path, fields);
      await act(issue, 'Too large', other);
      await act(issue, '/promote', other);
      expect(await read(issue)).toMatchObject({ state: 'opened' });
      await act(issue, '/promote\n/promote');
      expect(await read(issue)).toMatchObject({ state: 'closed', closed_by: { id: owner.id } });
      const epics = (await owner.api.get(`/groups/${group.id}/epics?search=Grows`)).body;
      expect(epics).toMatchObject([
        { title: 'Grows', description: 'And grows', labels: [label.name], state: 'opened' },
      ]);
      const { path_with_namespace: project } = (await owner.api.get(path)).body;
      const { full_path: of } = (await owner.api.get(`/groups/${group.id}`)).body;
      expect(await notesOf(`/groups/${group.id}/epics/${epics[0].id}`)).toEqual([
        'Too large',
        `promoted from issue ${project}#${issue.iid}`,
      ]);
      expect(await notesOf(`${path}/issues/${issue.iid}`)).toEqual([
        'Too large',
        `promoted to epic ${of}&${epics[0].iid}`,
      ]);
      const secret = await createIssue(owner.api, path, { title: 'Grows in secret', confidential: true });
      await act(secret, '/promote');
      expect((await read(secret))['state']).toBe('opened');
    });
  });

  describe('POST /groups/:id/epics', () => {
    it('runs the actions in description and notes', async () => {
      const parent = await createEpic(owner.api, group);
      const epic = await createEpic(owner.api, group, { description: `Plan\n/parent_epic &${parent.iid}` });
      expect(epic).toMatchObject({ description: 'Plan', parent_id: parent.id });
      const notes = `/groups/${group.id}/epics/${epic.id}/notes`;
      expect((await owner.api.post(notes, { body: '/remove_parent_epic\n/close' })).status).toBe(400);
      const { body } = await owner.api.get(`/groups/${group.id}/epics/${epic.iid}`);
      expect(body).toMatchObject({ state: 'closed', parent_id: null });
    });
  });

  describe('POST /projects/:id/repository/commits/:sha/comments', () => {
    it('tags commits for developers', async () => {
      const own = await createProject(owner.api, { visibility: 'public' });
      const repository = `/projects/${own.id}/repository`;
      const actions = [{ action: 'create', file_path: 'a', content: 'a' }];
      const commit = { branch: 'main', commit_message: 'a', actions };
      const sha = (await owner.api.post(`${repository}/commits`, commit)).body.id as string;
      const comment = (as: TestUser, note: string): Promise<ApiResponse> =>
        as.api.post(`${repository}/commits/${sha}/comments`, { note });
      expect((await comment(await createUser(), 'Look\n/tag v0')).status).toBe(201);
      expect((await owner.api.get(`${repository}/tags/v0`)).status).toBe(404);
      expect((await comment(owner, 'Ship\n/tag v1 The first')).body.note).toBe('Ship');
      expect((await owner.api.get(`${repository}/tags/v1`)).body).toMatchObject({
        name: 'v1',
        message: 'The first',
        commit: { id: sha },
      });
    });
  });
});
