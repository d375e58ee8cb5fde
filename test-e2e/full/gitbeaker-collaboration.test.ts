/** Collaboration features with the JavaScript client. */
import { Gitlab } from '@gitbeaker/rest';
import { createUser, waitFor, mesh, unique, type TestUser } from '@forgemesh/testing';

describe('@gitbeaker/rest on issues and merge requests', () => {
  let user: TestUser;
  let other: TestUser;
  let client: InstanceType<typeof Gitlab<false>>;
  let id: number;

  beforeAll(async () => {
    [user, other] = [await createUser(), await createUser()];
    client = new Gitlab({ host: mesh().url, token: user.token });
    const actions = [{ action: 'create' as const, filePath: 'a.txt', content: 'a\n' }];
    ({ id } = await client.Projects.create({ name: unique('talk') }));
    await client.Commits.create(id, 'main', 'Begin', actions);
    await client.ProjectMembers.add(id, 30, { userId: other.id } as never);
  });

  it('plans with labels and milestones', async () => {
    const label = await client.ProjectLabels.create(id, 'bug', '#ff0000', { description: 'Broken' });
    expect(label).toMatchObject({ name: 'bug', color: '#ff0000', is_project_label: true });
    await client.ProjectLabels.edit(id, 'bug', { newName: 'defect' });
    expect((await client.ProjectLabels.all(id)).map(({ name }) => name)).toEqual(['defect']);
    const milestone = await client.ProjectMilestones.create(id, 'v1', { dueDate: '2031-01-31' });
    const issue = await client.Issues.create(id, 'Planned', { labels: 'defect', milestoneId: milestone.id });
    expect(issue).toMatchObject({ labels: ['defect'], milestone: { title: 'v1', due_date: '2031-01-31' } });
    expect(await client.ProjectMilestones.allAssignedIssues(id, milestone.id)).toMatchObject([{ iid: issue.iid }]);
    await client.ProjectMilestones.edit(id, milestone.id, { stateEvent: 'close' });
    expect(await client.ProjectMilestones.show(id, milestone.id)).toMatchObject({ state: 'closed' });
    await client.ProjectLabels.remove(id, 'defect');
    expect(await client.ProjectLabels.all(id)).toEqual([]);
  });

  it('reports, discusses and closes an issue', async () => {
    const { iid } = await client.Issues.create(id, 'It breaks', {
      description: 'Look',
      assigneeIds: [other.id],
    } as never);
    expect(await client.Issues.all({ projectId: id, state: 'opened', search: 'breaks' })).toMatchObject([
      { iid, assignees: [{ id: other.id }], issue_type: 'issue' },
    ]);
    const note = await client.IssueNotes.create(id, iid, 'Me, too');
    await client.IssueNotes.edit(id, iid, note.id, { body: 'Me, too!' });
    await client.IssueNoteAwardEmojis.award(id, iid, note.id, 'thumbsup');
    const notes = await client.IssueNotes.all(id, iid, { sort: 'asc', orderBy: 'created_at' });
    expect(notes.map(({ body }) => body)).toEqual(['Me, too!']);
    const discussion = await client.IssueDiscussions.create(id, iid, 'Why?');
    await client.IssueDiscussions.addNote(id, iid, discussion.id, 'Because', {} as never);
    expect((await client.IssueDiscussions.show(id, iid, discussion.id)).notes).toHaveLength(2);
    await client.Issues.addTimeEstimate(id, iid, '3h');
    await client.Issues.addSpentTime(id, iid, '1h');
    expect(await client.Issues.showTimeStats(id, iid)).toMatchObject({ human_total_time_spent: '1h' });
    await client.Issues.unsubscribe(id, iid);
    expect(await client.Issues.subscribe(id, iid)).toMatchObject({ subscribed: true });
    const closed = await client.Issues.edit(id, iid, { stateEvent: 'close', addLabels: 'done' });
    expect(closed).toMatchObject({ state: 'closed', labels: ['done'], time_stats: { time_estimate: 10_800 } });
    const copy = await client.Projects.create({ name: unique('elsewhere') });
    expect(await client.Issues.move(id, iid, copy.id)).toMatchObject({ project_id: copy.id, title: 'It breaks' });
    expect((await client.Issues.all({ projectId: id, state: 'opened', search: 'breaks' })).length).toBe(0);
  });

  it('comments on lines of a merge request, and merges it', async () => {
    await client.Commits.create(id, 'topic', 'Change a', [{ action: 'update', filePath: 'a.txt', content: 'A\n' }], {
      startBranch: 'main',
    });
    const fields = { description: 'Closes nothing', removeSourceBranch: true };
    const request = await client.MergeRequests.create(id, 'topic', 'main', 'Change', fields);
    const { iid } = request;
    const shown = await client.MergeRequests.show(id, iid);
    const { base_sha, start_sha, head_sha } = shown.diff_refs as unknown as Record<string, string>;
    expect(await client.MergeRequests.allDiffs(id, iid)).toMatchObject([{ new_path: 'a.txt' }]);
    const position = {
      baseSha: base_sha,
      startSha: start_sha,
      headSha: head_sha,
      positionType: 'text',
      oldPath: 'a.txt',
      newPath: 'a.txt',
      newLine: '1',
    };
    const thread = await client.MergeRequestDiscussions.create(id, iid, 'Louder?', { position } as never);
    expect(thread.notes).toMatchObject([{ type: 'DiffNote', resolvable: true, position: { new_line: 1 } }]);
    await client.MergeRequestDiscussions.resolve(id, iid, thread.id, true);
    const resolved = await client.MergeRequestDiscussions.show(id, iid, thread.id);
    expect(resolved.notes).toMatchObject([{ resolved: true, resolved_by: { id: user.id } }]);
    await client.MergeRequestNotes.create(id, iid, 'Good');
    const reviewer = new Gitlab({ host: mesh().url, token: other.token });
    await reviewer.MergeRequestApprovals.approve(id, iid, { sha: head_sha });
    expect((await client.MergeRequests.allCommits(id, iid)).map(({ title }) => title)).toEqual(['Change a']);
    const merged = await client.MergeRequests.accept(id, iid, { sha: head_sha });
    expect(merged).toMatchObject({ state: 'merged', merged_by: { id: user.id } });
    const file = await client.RepositoryFiles.show(id, 'a.txt', 'main');
    expect(Buffer.from(file.content, 'base64').toString()).toBe('A\n');
    expect((await client.Branches.all(id)).map(({ name }) => name)).toEqual(['main']);
  });

  it('finds the written data', async () => {
    const search = (scope: string, text: string) => client.Search.all(scope as never, text, { projectId: id } as never);
    const [blob] = (await search('blobs', 'A')) as unknown as { path: string }[];
    expect(blob).toMatchObject({ path: 'a.txt', startline: 1, project_id: id });
    expect(await search('commits', 'change a')).toMatchObject([{ title: 'Change a' }]);
    expect(await search('notes', 'louder')).toMatchObject([{ body: 'Louder?', noteable_type: 'MergeRequest' }]);
  });

  it('shows the history of an issue, and the activity of users', async () => {
    const { iid } = await client.Issues.create(id, 'With a history', { labels: 'late' });
    await client.Issues.edit(id, iid, { stateEvent: 'close' });
    const [added] = await client.IssueLabelEvents.all(id, iid);
    expect(added).toMatchObject({ action: 'add', label: { name: 'late' }, user: { id: user.id } });
    expect(await client.IssueLabelEvents.show(id, iid, Number(added?.id))).toEqual(added);
    expect(await client.IssueStateEvents.all(id, iid)).toMatchObject([{ state: 'closed', resource_type: 'Issue' }]);
    expect(await client.IssueMilestoneEvents.all(id, iid)).toEqual([]);
    const lists = [
      () => client.Events.all({ projectId: id, action: 'closed', targetType: 'issue' } as never),
      () => client.Events.all({ userId: user.username }),
      () => client.Events.all({ scope: 'all', sort: 'asc' }),
      () => client.Users.allEvents(user.id),
    ];
    for (const list of lists) {
      const events = await waitFor(list, (found) =>
        found.some(({ action_name, target_title }) => action_name === 'closed' && target_title === 'With a history'),
      );
      expect(events.every(({ created_at }) => !Number.isNaN(Date.parse(created_at)))).toBe(true);
    }
  });
});
