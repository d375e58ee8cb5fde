/**
 * Notification emails: recipients, content, and delivery exactly once. Two additional workers of
 * deliveries have a mail server, and one of collaboration publishes who is notified.
 */
import { gzipSync } from 'node:zlib';
import {
  asRoot,
  createUser,
  waitFor,
  mesh,
  unique,
  createProject,
  createGroup,
  createProjectWithReadme,
  createMember,
  type ApiClient,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { startReplica, type ManagedProcess } from '../../scripts/test/mesh.cjs';
import { startSmtpSink, type ReceivedMail, type SmtpSink } from '../support/smtp-sink';

type Collection = ReturnType<Awaited<ReturnType<typeof connectDatabase>>['collection']>;

let sink: SmtpSink;
let workers: ManagedProcess[];
let publisher: ManagedProcess;
let owner: TestUser;
let project: { id: number; name: string; path_with_namespace: string; web_url: string };
let path: string;

async function startWorkers(): Promise<ManagedProcess[]> {
  const env = {
    FORGE_SMTP_URL: sink.url,
    FORGE_MAIL_FROM: 'The Forge <forge@example.com>',
    FORGE_ADMIN_DIGEST_INTERVAL_SECONDS: '2',
  };
  return Promise.all(
    ['mail-1', 'mail-2'].map((label) => startReplica({ service: 'deliveries', label, mesh: mesh(), env })),
  );
}

function startPublisher(): Promise<ManagedProcess> {
  const env = { FORGE_MAIL_ENABLED: 'true', FORGE_DUE_ISSUES_INTERVAL_SECONDS: '2' };
  return startReplica({ service: 'collaboration', label: 'mail-publisher', mesh: mesh(), env });
}

beforeAll(async () => {
  sink = await startSmtpSink();
  [workers, publisher] = await Promise.all([startWorkers(), startPublisher()]);
  owner = await createUser();
  project = await createProject(owner.api, { visibility: 'public' });
  path = `/projects/${project.id}`;
  // Events published before the consumers were created are not delivered.
  const witness = await createMember(owner.api, path, 30);
  await waitFor(
    async () => {
      created(await owner.api.post(`${path}/issues`, { title: 'For a witness', assignee_ids: [witness.id] }));
      return sink.received.length;
    },
    (count) => count > 0,
  );
});
afterAll(async () => {
  await Promise.all([publisher, ...(workers ?? [])].map((worker) => worker?.stop()));
  await sink?.close();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read any field
function created(response: ApiResponse): any {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}

function addressOf({ username }: TestUser): string {
  return `${username}@example.com`;
}

async function createIssue(as: ApiClient, fields: Record<string, unknown> = {}, at = path) {
  return created(await as.post(`${at}/issues`, { title: unique('issue'), ...fields })) as {
    id: number;
    iid: number;
    title: string;
    web_url: string;
  };
}

function note(as: ApiClient, { iid }: { iid: number }, body: string): Promise<ApiResponse> {
  return as.post(`${path}/issues/${iid}/notes`, { body });
}

function mailsTo(user: TestUser): ReceivedMail[] {
  return sink.received.filter(({ to }) => to.includes(addressOf(user)));
}

/** The first email to a user that contains a text. */
async function mailTo(user: TestUser, text: string): Promise<ReceivedMail> {
  const find = () => Promise.resolve(mailsTo(user).find((mail) => mail.text.includes(text)));
  return (await waitFor(find, (mail) => mail !== undefined)) as ReceivedMail;
}

/**
 * Triggers a notification to all participants and waits until a witness receives it; earlier
 * notifications have then been sent.
 */
async function waitForDelivery(witness: TestUser): Promise<void> {
  const word = unique('witness');
  await createIssue(owner.api, { description: `@${witness.username} ${word}` });
  await mailTo(witness, word);
}

describe('an email', () => {
  it('notifies the assignee of a new issue, with the headers that mail clients need', async () => {
    const user = await createMember(owner.api, path, 20);
    const issue = await createIssue(owner.api, {
      description: '**Bold** <script>alert(1)</script>\n\nhttps://example.com/a',
      assignee_ids: [user.id],
    });
    const { headers, text, html, from, to } = await mailTo(user, '**Bold**');
    expect([from, to]).toEqual(['forge@example.com', [addressOf(user)]]);
    const host = new URL(mesh().url).hostname;
    expect(Object.fromEntries(headers)).toMatchObject({
      from: `"Name of ${owner.username}" <forge@example.com>`,
      to: `"Name of ${user.username}" <${addressOf(user)}>`,
      subject: `${project.name} | ${issue.title} (#${issue.iid})`,
      'message-id': `<issue_${issue.id}@${host}>`,
      'auto-submitted': 'auto-generated',
      'list-id': expect.stringContaining(`${project.path_with_namespace} <${project.id}.`),
      'x-gitlab-project-id': String(project.id),
      'x-gitlab-project-path': project.path_with_namespace,
      'x-gitlab-issue-iid': String(issue.iid),
      'x-gitlab-notificationreason': 'assigned',
    });
    expect(headers.has('in-reply-to')).toBe(false);
    expect(text).toContain(issue.web_url);
    expect(html).toContain('<strong>Bold</strong>');
    expect(html).not.toContain('<script');
    expect(html).toContain(`<a href="${issue.web_url}"`);
  });

  it('is not sent for groups that disable emails, and their subgroups', async () => {
    const witness = await createMember(owner.api, path, 20);
    const top = await createGroup(owner.api, { name: 'top' });
    const name = unique('inner');
    const inner = await createGroup(owner.api, { name, path: name, parent_id: top.id });
    const quiet = await createProject(owner.api, { namespace_id: inner.id });
    const user = await createUser();
    created(await owner.api.post(`/groups/${top.id}/members`, { user_id: user.id, access_level: 20 }));
    await createIssue(owner.api, { title: 'Loud', assignee_ids: [user.id] }, `/projects/${quiet.id}`);
    await mailTo(user, 'Loud');
    await owner.api.put(`/groups/${top.id}`, { emails_disabled: true });
    await createIssue(owner.api, { title: 'Silent', assignee_ids: [user.id] }, `/projects/${quiet.id}`);
    await waitForDelivery(witness);
    expect(mailsTo(user)).toHaveLength(1);
  });

  it('continues the conversation, once for each event and recipient', async () => {
    const [user, other] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 20)];
    const issue = await createIssue(user.api, { description: `with @${other.username}` });
    await mailTo(other, `with @${other.username}`);
    const texts = [unique('one'), unique('two'), unique('three')];
    for (const text of texts) created(await note(owner.api, issue, `${text} @${user.username} @${user.username}`));
    const responses = await Promise.all(texts.map((text) => mailTo(user, text)));
    const root = `<issue_${issue.id}@${new URL(mesh().url).hostname}>`;
    for (const { headers } of responses) {
      expect(headers.get('subject')).toBe(`Re: ${project.name} | ${issue.title} (#${issue.iid})`);
      expect([headers.get('in-reply-to'), headers.get('references')]).toEqual([root, root]);
    }
    expect(new Set(responses.map(({ headers }) => headers.get('message-id'))).size).toBe(3);
    expect(responses[0]?.text).toMatch(new RegExp(`/-/issues/${issue.iid}#note_\\d+`));
    await waitForDelivery(other);
    for (const text of texts) expect(mailsTo(user).filter((mail) => mail.text.includes(text))).toHaveLength(1);
  });

  it('contains no injected headers', async () => {
    const user = await createMember(owner.api, path, 20);
    const title = 'Ends\r\nBcc: victim@example.com\r\n\r\nhello ☃ <x@example.com>';
    const issue = await createIssue(owner.api, { title, assignee_ids: [user.id] });
    const mail = await mailTo(user, `Issue #${issue.iid}`);
    expect(mail.to).toEqual([addressOf(user)]);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.headers.get('subject')).toContain('Bcc: victim@example.com hello ☃');
  });

  it('notifies about changes of an issue', async () => {
    const [user, second] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 20)];
    const issue = await createIssue(user.api);
    const at = `${path}/issues/${issue.iid}`;
    const about = `Issue #${issue.iid}`;
    await owner.api.put(at, { assignee_ids: [second.id] });
    await mailTo(user, `changed the assignees of ${about}`);
    expect((await mailTo(second, about)).text).toContain(`To: Name of ${second.username}`);
    await owner.api.put(at, { state_event: 'close' });
    await mailTo(user, `${about} was closed by Name of ${owner.username}`);
    await owner.api.put(at, { state_event: 'reopen' });
    await mailTo(second, `${about} was reopened by`);
    const third = await createMember(owner.api, path, 20);
    await owner.api.put(at, { description: `see @${third.username}` });
    await mailTo(third, `mentioned you in ${about}`);
  });

  it('names what closed an issue only to users who may read it', async () => {
    const [member, user] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 20)];
    const hidden = await createProjectWithReadme(owner.api);
    created(await owner.api.post(`/projects/${hidden.id}/members`, { user_id: member.id, access_level: 20 }));
    const issue = await createIssue(owner.api, { assignee_ids: [user.id] });
    created(await note(member.api, issue, 'I take part'));
    const actions = [{ action: 'create', file_path: 'a.txt', content: 'x' }];
    const commit_message = `Fixes ${project.path_with_namespace}#${issue.iid}`;
    const branch = String(hidden.default_branch);
    created(await owner.api.post(`/projects/${hidden.id}/repository/commits`, { branch, commit_message, actions }));
    const closed = `Issue #${issue.iid} was closed by Name of ${owner.username}`;
    expect((await mailTo(member, closed)).text).toContain(`${closed} via commit ${hidden.path_with_namespace}@`);
    expect((await mailTo(user, closed)).text).toContain(`${closed}.`);
  });

  it('notifies about merge requests: pushes, approvals, merges', async () => {
    const [author, watcher] = [await createMember(owner.api, path, 40), await createMember(owner.api, path, 40)];
    await watcher.api.put(`${path}/notification_settings`, { level: 'watch' });
    const commit = async (branch: string, start?: string): Promise<void> => {
      const actions = [{ action: 'create', file_path: unique('file'), content: 'x' }];
      const fields = { branch, commit_message: `To ${branch}`, actions, ...(start && { start_branch: start }) };
      created(await author.api.post(`${path}/repository/commits`, fields));
    };
    const branch = unique('branch');
    await commit('main');
    await commit(branch, 'main');
    const fields = { title: unique('request'), source_branch: branch, target_branch: 'main' };
    const request = created(await author.api.post(`${path}/merge_requests`, fields));
    const about = `Merge request !${request.iid}`;
    const { headers } = await mailTo(watcher, `${about} was created`);
    expect(headers.get('x-gitlab-mergerequest-iid')).toBe(String(request.iid));
    expect(created(await owner.api.post(`${path}/merge_requests/${request.iid}/approve`))).toBeDefined();
    await mailTo(author, `${about} was approved by`);
    const reviewer = await createMember(owner.api, path, 30);
    await owner.api.put(`${path}/merge_requests/${request.iid}`, { reviewer_ids: [reviewer.id] });
    const asked = await mailTo(reviewer, `changed the reviewers of ${about}`);
    expect(asked.text).toContain(`To: Name of ${reviewer.username}`);
    await owner.api.put(`/projects/${project.id}/merge_requests/${request.iid}/merge`);
    await mailTo(author, `${about} was merged by`);
    await mailTo(watcher, `${about} was merged by`);
  });

  it('notifies once about an issue that is due tomorrow', async () => {
    const due_date = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10);
    const [assignee, watcher, chooser] = [
      await createMember(owner.api, path, 20),
      await createMember(owner.api, path, 20),
      await createMember(owner.api, path, 20),
    ];
    await watcher.api.put(`${path}/notification_settings`, { level: 'watch' });
    await chooser.api.put(`${path}/notification_settings`, { level: 'custom', issue_due: true });
    const issue = await createIssue(owner.api, { assignee_ids: [assignee.id], due_date });
    const other = await createIssue(owner.api, { assignee_ids: [assignee.id], due_date: '2099-01-01' });
    const words = `Issue #${issue.iid} is due ${due_date}`;
    for (const user of [assignee, chooser]) {
      const { headers } = await mailTo(user, words);
      expect(headers.get('subject')).toBe(`Re: ${project.name} | ${issue.title} (#${issue.iid})`);
    }
    // A later run only notifies about new due issues.
    const late = await createIssue(owner.api, { assignee_ids: [assignee.id], due_date });
    await mailTo(assignee, `Issue #${late.iid} is due`);
    const notified = mailsTo(assignee).filter(({ text }) => text.includes(' is due '));
    expect(notified.filter(({ text }) => text.includes(words))).toHaveLength(1);
    expect(notified.filter(({ text }) => text.includes(`#${other.iid} `))).toEqual([]);
    expect(mailsTo(watcher).filter(({ text }) => text.includes(' is due '))).toEqual([]);
  });

  it('notifies the members of a project that it was moved', async () => {
    const group = await createGroup(owner.api);
    const moved = await createProject(owner.api);
    const [member, muted, chooser] = [await createUser(), await createUser(), await createUser()];
    for (const { id: user_id } of [member, muted, chooser])
      created(await owner.api.post(`/projects/${moved.id}/members`, { user_id, access_level: 20 }));
    await muted.api.put(`/projects/${moved.id}/notification_settings`, { level: 'mention' });
    await chooser.api.put(`/projects/${moved.id}/notification_settings`, { level: 'custom', moved_project: false });
    expect((await owner.api.put(`/projects/${moved.id}/transfer`, { namespace: group.id })).status).toBe(200);
    const { headers, text } = await mailTo(member, `${group.full_path}/${moved.path}`);
    expect(headers.get('subject')).toBe(`${moved.name} | Project was moved`);
    expect(text).toContain('because you are a member');
    await waitForDelivery(await createMember(owner.api, path, 20));
    for (const user of [muted, chooser, owner])
      expect(mailsTo(user).filter((mail) => mail.text.includes(`${group.full_path}/${moved.path}`))).toEqual([]);
  });

  it('notifies the user of a pipeline that it failed, and that it was fixed', async () => {
    const user = await createMember(owner.api, path, 30);
    const ref = unique('built');
    const build = async (state: string): Promise<string> => {
      const actions = [{ action: 'create', file_path: unique('file'), content: 'x' }];
      const isFirst = (await owner.api.get(`${path}/repository/branches/${ref}`)).status === 404;
      const commit = created(
        await owner.api.post(`${path}/repository/commits`, {
          branch: ref,
          commit_message: 'Build',
          actions,
          ...(isFirst && (await hasCode()) && { start_branch: 'main' }),
        }),
      );
      created(await user.api.post(`${path}/statuses/${commit.id}`, { state, ref }));
      return `${ref} (${(commit.id as string).slice(0, 8)})`;
    };
    const hasCode = async () => (await owner.api.get(`${path}/repository/branches/main`)).status === 200;
    const failed = await build('failed');
    const { headers, text } = await mailTo(user, `The pipeline for ${failed} failed.`);
    expect(headers.get('subject')).toBe(`${project.name} | Failed pipeline for ${failed}`);
    expect([headers.get('x-gitlab-pipeline-ref'), text]).toEqual([ref, expect.stringContaining('/pipelines/')]);
    await mailTo(user, `The pipeline for ${await build('success')} succeeded again.`);
    const successful = await build('success');
    // Emails are sent in order, so an email for this pipeline would have been sent by now.
    await mailTo(user, `The pipeline for ${await build('failed')} failed.`);
    const chosen = { level: 'custom', success_pipeline: true, failed_pipeline: false };
    await user.api.put(`${path}/notification_settings`, chosen);
    await mailTo(user, `The pipeline for ${await build('success')} succeeded again.`);
    await mailTo(user, `The pipeline for ${await build('success')} succeeded.`);
    const excluded = await build('failed');
    await mailTo(user, `The pipeline for ${await build('success')} succeeded again.`);
    for (const words of [successful, excluded])
      expect(mailsTo(user).filter((mail) => mail.text.includes(words))).toEqual([]);
  });

  it('notifies participants, mentioned users and watchers of notes on commits and snippets', async () => {
    const [author, writer, named, watcher] = [
      await createMember(owner.api, path, 30),
      await createMember(owner.api, path, 30),
      await createMember(owner.api, path, 20),
      await createMember(owner.api, path, 20),
    ];
    await watcher.api.put(`${path}/notification_settings`, { level: 'custom', new_note: true });
    const actions = [{ action: 'create', file_path: unique('file'), content: 'x' }];
    const branch = (await owner.api.get(`${path}/repository/branches/main`)).status === 200 ? unique('talk') : 'main';
    const start = branch === 'main' ? {} : { start_branch: 'main' };
    const commit = created(
      await author.api.post(`${path}/repository/commits`, { branch, ...start, commit_message: 'Talk', actions }),
    );
    const snippet = created(
      await author.api.post(`${path}/snippets`, {
        title: unique('snippet'),
        file_name: 'a.txt',
        content: 'x',
        visibility: 'public',
      }),
    );
    const places = [
      { at: `${path}/repository/commits/${commit.id}/comments`, field: 'note', name: `Commit ${commit.short_id}` },
      { at: `${path}/snippets/${snippet.id}/notes`, field: 'body', name: `Snippet $${snippet.id}` },
    ];
    for (const { at, field, name } of places) {
      const [first, second] = [unique('first'), unique('second')];
      created(await writer.api.post(at, { [field]: `${first} @${named.username}` }));
      for (const user of [author, named, watcher]) {
        const { headers, text } = await mailTo(user, first);
        expect(text).toContain(`New comment on ${name}:`);
        expect(headers.get('subject')).toContain(`(${name})`);
      }
      expect((await mailTo(named, first)).headers.get('in-reply-to')).toBeDefined();
      created(await owner.api.post(at, { [field]: second }));
      for (const user of [author, writer]) await mailTo(user, second);
      await waitForDelivery(await createMember(owner.api, path, 20));
      expect(mailsTo(named).filter(({ text }) => text.includes(second))).toEqual([]);
      expect(mailsTo(writer).filter(({ text }) => text.includes(first))).toEqual([]);
    }
  });

  it('does not notify users about items that they may not see', async () => {
    const [stranger, witness] = [await createUser(), await createMember(owner.api, path, 20)];
    const fields = { title: unique('own'), file_name: 'a.txt', content: 'x', visibility: 'private' };
    const snippet = created(await owner.api.post(`${path}/snippets`, fields));
    const word = unique('hidden');
    created(await owner.api.post(`${path}/snippets/${snippet.id}/notes`, { body: `${word} @${stranger.username}` }));
    await waitForDelivery(witness);
    expect(mailsTo(stranger).filter(({ text }) => text.includes(word))).toEqual([]);
  });

  it('notifies users of their exports and imports', async () => {
    const user = await createUser();
    const made = await createProjectWithReadme(user.api);
    await user.api.post(`/projects/${made.id}/export`);
    const { text, headers } = await mailTo(user, `${made.path_with_namespace} was exported`);
    expect(text).toContain('/download_export');
    expect(headers.get('x-gitlab-project-id')).toBe(String(made.id));
    const form = new FormData();
    form.set('path', unique('imported'));
    form.set('file', new Blob([gzipSync('no archive')]), 'x.tar.gz');
    created(await user.api.post('/projects/import', form));
    await mailTo(user, `${String(form.get('path'))} could not be imported`);
  });
});

describe('PUT /application/settings', () => {
  const change = async (settings: object): Promise<void> => {
    const { status, body } = await asRoot().put('/application/settings', settings);
    if (status !== 200) throw new Error(`not changed: ${JSON.stringify(body)}`);
  };

  it('html_emails_enabled: emails have an HTML part beside the plain text, or plain text only', async () => {
    const user = await createMember(owner.api, path, 20);
    const issue = await createIssue(owner.api, { assignee_ids: [user.id] });
    const both = await mailTo(user, issue.title);
    expect(both.headers.get('content-type')).toContain('multipart/alternative');
    expect(both.html).toContain(issue.title);
    await change({ html_emails_enabled: false });
    try {
      created(await note(owner.api, issue, '**Plain** text'));
      const plain = await mailTo(user, '**Plain** text');
      expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(plain.source).not.toContain('<p>');
    } finally {
      await change({ html_emails_enabled: true });
    }
  });

  it('email_author_in_body: the text names the author of an issue or comment', async () => {
    const user = await createMember(owner.api, path, 20);
    const issue = await createIssue(owner.api, { assignee_ids: [user.id] });
    const name = `Name of ${owner.username}`;
    expect((await mailTo(user, `Issue #${issue.iid} was created:`)).text).not.toContain(name);
    await change({ email_author_in_body: true });
    try {
      created(await note(owner.api, issue, 'A comment'));
      await mailTo(user, `${name} commented on Issue #${issue.iid}:`);
      const next = await createIssue(owner.api, { assignee_ids: [user.id] });
      await mailTo(user, `${name} created Issue #${next.iid}:`);
    } finally {
      await change({ email_author_in_body: false });
    }
  });

  it('email_additional_text: is at the end of both parts of every email', async () => {
    const user = await createMember(owner.api, path, 20);
    const text = unique('Legal & <b>binding</b>');
    await change({ email_additional_text: text });
    try {
      const issue = await createIssue(owner.api, { assignee_ids: [user.id] });
      const mail = await mailTo(user, issue.title);
      expect(mail.text.trimEnd().endsWith(text)).toBe(true);
      expect(mail.html).toContain('Legal &amp; &lt;b&gt;binding&lt;/b&gt;');
    } finally {
      await change({ email_additional_text: null });
    }
    const tooLong = await asRoot().put('/application/settings', { email_additional_text: 'x'.repeat(10_001) });
    expect([tooLong.status, tooLong.body]).toEqual([
      400,
      { error: 'email_additional_text is too long (maximum is 10000 characters)' },
    ]);
  });

  it('admin_notification_email: receives one email a day about damaged repositories and dead letters', async () => {
    const address = `${unique('admins')}@example.com`;
    const fields = { name: unique('damaged'), initialize_with_readme: true };
    const damaged = created(await owner.api.post('/projects', fields));
    const { mongodbUri: uri, databasePrefix } = mesh();
    const [database, projects] = await Promise.all(
      ['repository', 'projects'].map((name) =>
        connectDatabase({ uri, database: `${databasePrefix}_${name}`, metrics: createMetrics('test') }),
      ),
    );
    if (!database || !projects) throw new Error('not connected');
    const letters = projects.collection<{ _id: string }>('dead_letters');
    const letter = { _id: unique('projects-star-counts:event'), consumer: 'projects-star-counts', error: 'It failed' };
    try {
      await letters.insertOne({
        ...letter,
        event: { type: 'projects.star.created' },
        at: new Date('2001-01-01'),
      } as never);
      const failed = { due_at: new Date('2100-01-01'), checked_at: new Date(), failed: true, error: 'damaged' };
      await waitFor(
        () =>
          database
            .collection('repository_measurements')
            .updateOne({ project_id: damaged.id, measured_at: { $ne: null } }, { $set: { check: failed } }),
        ({ matchedCount }) => matchedCount === 1,
      );
      await change({ admin_notification_email: address });
      const isDigest = ({ to }: ReceivedMail): boolean => to.includes(address);
      const mail = (await waitFor(
        () => Promise.resolve(sink.received.find(isDigest)),
        (found) => found !== undefined,
      )) as ReceivedMail;
      expect(mail.headers.get('subject')).toMatch(/ needs attention$/);
      expect(mail.text).toContain(`The last check of 1 repository failed: ${mesh().url}/admin/repository_checks`);
      expect(mail.text).toContain(`1 event was not handled for more than a day: ${mesh().url}/admin/dead_letters`);
      expect(mail.html).toContain(`<a href="${mesh().url}/admin/repository_checks"`);
      // The interval of the check is two seconds: later checks of the day send nothing.
      const { body: other } = await asRoot().get('/admin/repository_checks?state=failed');
      expect(other).toHaveLength(1);
      await waitForDelivery(await createMember(owner.api, path, 20));
      await waitForDelivery(await createMember(owner.api, path, 20));
      expect(sink.received.filter(isDigest)).toHaveLength(1);
    } finally {
      await change({ admin_notification_email: null });
      await asRoot().delete('/admin/repository_checks');
      await letters.deleteOne({ _id: letter._id });
      await Promise.all([database.close(), projects.close()]);
    }
  });
});

describe('no email is sent', () => {
  it("about the user's own actions, unreadable items, or muted events", async () => {
    const witness = await createMember(owner.api, path, 20);
    const [guest, blocked, removed, muted] = [
      await createMember(owner.api, path, 10),
      await createMember(owner.api, path, 20),
      await createMember(owner.api, path, 20),
      await createMember(owner.api, path, 20),
    ];
    await muted.api.put('/notification_settings', { level: 'disabled' });
    await asRoot().post(`/users/${blocked.id}/block`);
    const issue = await createIssue(owner.api, { title: unique('watched') });
    for (const user of [removed]) {
      created(await note(user.api, issue, 'I was here'));
      expect((await user.api.post(`${path}/issues/${issue.iid}/unsubscribe`)).status).toBe(201);
    }
    const secret = unique('secret');
    const named = [owner, guest, blocked, muted].map(({ username }) => `@${username}`).join(' ');
    await createIssue(owner.api, { description: `${secret} ${named}`, confidential: true });
    const open = unique('open');
    created(await note(owner.api, issue, open));
    created(await note(owner.api, issue, `${open} @${blocked.username} @${muted.username}`));
    await waitForDelivery(witness);
    for (const user of [owner, guest, blocked, removed, muted]) {
      const notified = mailsTo(user).filter(({ text }) => text.includes(secret) || text.includes(open));
      expect([user.username, notified.map(({ text }) => text)]).toEqual([user.username, []]);
    }
  });

  it('of an issue that became confidential', async () => {
    const [reader, witness] = [await createUser(), await createMember(owner.api, path, 20)];
    const issue = await createIssue(owner.api, { description: `@${reader.username} may read this` });
    await mailTo(reader, 'may read this');
    await owner.api.put(`${path}/issues/${issue.iid}`, { confidential: true });
    const word = unique('hidden');
    created(await note(owner.api, issue, `${word} @${reader.username}`));
    await waitForDelivery(witness);
    expect(mailsTo(reader).filter(({ text }) => text.includes(word))).toEqual([]);
  });

  it('at an address that the mail server rejects repeatedly', async () => {
    const [user, witness] = [await createMember(owner.api, path, 20), await createMember(owner.api, path, 20)];
    sink.refuse(addressOf(user));
    await createIssue(owner.api, { assignee_ids: [user.id] });
    await waitForDelivery(witness);
    expect(mailsTo(user)).toEqual([]);
  });
});

describe('levels', () => {
  /**
   * Notifications to users with these settings about an issue that mentions one of them, and about
   * a note on it.
   */
  it('determine the recipients: project settings take precedence over group and global ones', async () => {
    const group = await createGroup(owner.api);
    const inside = await createProject(owner.api, { namespace_id: group.id });
    const createMemberWithSettings = async (levels: {
      global?: object;
      group?: object;
      project?: object;
    }): Promise<TestUser> => {
      const user = await createUser();
      created(await owner.api.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: 20 }));
      if (levels.global) await user.api.put('/notification_settings', levels.global);
      if (levels.group) await user.api.put(`/groups/${group.id}/notification_settings`, levels.group);
      if (levels.project) await user.api.put(`/projects/${inside.id}/notification_settings`, levels.project);
      return user;
    };
    const notified = {
      watchesAll: await createMemberWithSettings({ global: { level: 'watch' } }),
      watchesGroup: await createMemberWithSettings({ global: { level: 'disabled' }, group: { level: 'watch' } }),
      watchesProject: await createMemberWithSettings({ group: { level: 'disabled' }, project: { level: 'watch' } }),
      chose: await createMemberWithSettings({ project: { level: 'custom', new_issue: true } }),
      mentioned: await createMemberWithSettings({ global: { level: 'mention' } }),
    };
    const notNotified = {
      participates: await createMemberWithSettings({}),
      leftGroup: await createMemberWithSettings({ global: { level: 'watch' }, group: { level: 'participating' } }),
      muted: await createMemberWithSettings({ group: { level: 'watch' }, project: { level: 'disabled' } }),
      chose: await createMemberWithSettings({ project: { level: 'custom', new_note: true } }),
    };
    const stranger = await createUser();
    await stranger.api.put('/notification_settings', { level: 'watch' });
    const word = unique('word');
    const description = `${word} @${notified.mentioned.username} @${notNotified.muted.username}`;
    const issue = await createIssue(owner.api, { description }, `/projects/${inside.id}`);
    for (const user of Object.values(notified)) await mailTo(user, word);
    const noteText = unique('note');
    created(await owner.api.post(`/projects/${inside.id}/issues/${issue.iid}/notes`, { body: noteText }));
    for (const user of [notified.watchesAll, notified.watchesGroup, notNotified.chose]) await mailTo(user, noteText);
    await waitForDelivery(await createMember(owner.api, path, 20));
    for (const user of [...Object.values(notNotified), stranger])
      expect(mailsTo(user).filter(({ text }) => text.includes(word))).toEqual([]);
    for (const user of [notified.chose, notified.mentioned, stranger])
      expect(mailsTo(user).filter(({ text }) => text.includes(noteText))).toEqual([]);
  });

  it('do not affect a subscription to one item', async () => {
    const user = await createMember(owner.api, path, 20);
    await user.api.put('/notification_settings', { level: 'disabled' });
    const issue = await createIssue(owner.api);
    expect((await user.api.post(`${path}/issues/${issue.iid}/subscribe`)).status).toBe(201);
    const word = unique('subscribed');
    created(await note(owner.api, issue, word));
    expect((await mailTo(user, word)).headers.get('x-gitlab-notificationreason')).toBe('subscribed');
    const label = created(await owner.api.post(`${path}/labels`, { name: unique('label'), color: '#fff' }));
    expect((await user.api.post(`${path}/labels/${label.id}/subscribe`)).status).toBe(201);
    const labelled = await createIssue(owner.api, { labels: label.name });
    await mailTo(user, labelled.title);
    await owner.api.put(`${path}/issues/${issue.iid}`, { add_labels: label.name });
    await mailTo(user, `added labels to Issue #${issue.iid}: ${label.name}`);
  });

  it('go to the address that the user chose', async () => {
    const user = await createMember(owner.api, path, 20);
    const email = `${unique('other')}@example.com`;
    await asRoot().post(`/users/${user.id}/emails`, { email, skip_confirmation: true });
    expect((await user.api.put('/notification_settings', { notification_email: email })).status).toBe(200);
    const issue = await createIssue(owner.api, { assignee_ids: [user.id] });
    const find = () => Promise.resolve(sink.received.find(({ to }) => to.includes(email)));
    expect((await waitFor(find, (mail) => mail !== undefined))?.text).toContain(issue.title);
  });
});

describe('an unavailable mail server', () => {
  it('loses nothing', async () => {
    const user = await createMember(owner.api, path, 20);
    const { port } = sink;
    const earlier = sink.received;
    await sink.close();
    const issues = await Promise.all([1, 2, 3, 4, 5].map(() => createIssue(owner.api, { assignee_ids: [user.id] })));
    const tried = { user_id: user.id, state: 'waiting', error: { $ne: '' } };
    await waitFor(
      () => inMails((mails) => mails.countDocuments(tried)),
      (count) => count > 0,
    );
    sink = await startSmtpSink(port);
    sink.received.push(...earlier);
    for (const { title } of issues) await waitLong(() => mailsTo(user).some(({ text }) => text.includes(title)));
  });

  it('is continued by another process after one was killed', async () => {
    const user = await createMember(owner.api, path, 20);
    sink.hold();
    const issue = await createIssue(owner.api, { assignee_ids: [user.id] });
    await waitFor(
      () => Promise.resolve(sink.waiting()),
      (count) => count > 0,
    );
    // Both workers die while the server delays its response; then one is restarted, and the lease
    // of the dead worker has expired.
    await Promise.all(workers.map((worker) => worker.kill()));
    sink.release();
    const taken = mailsTo(user).length;
    workers = await startWorkers();
    // Expires the leases.
    const waiting = { user_id: user.id, state: 'waiting' };
    await inMails((mails) => mails.updateMany(waiting, { $set: { due_at: new Date(0) } }));
    await waitLong(() => mailsTo(user).length > taken);
    expect(new Set(mailsTo(user).map(({ headers }) => headers.get('message-id'))).size).toBe(1);
    expect(mailsTo(user)[0]?.text).toContain(issue.title);
  });
});

async function waitLong(isMet: () => boolean): Promise<void> {
  for (let attempts = 6; attempts > 1 && !isMet(); attempts--)
    await waitFor(() => Promise.resolve(isMet()), Boolean).catch(() => undefined);
  expect(isMet()).toBe(true);
}

/** The stored emails to a user. */
async function inMails<T>(work: (mails: Collection) => Promise<T>): Promise<T> {
  const { mongodbUri, databasePrefix } = mesh();
  const metrics = createMetrics('mails-test');
  const connection = await connectDatabase({
    uri: mongodbUri,
    database: `${databasePrefix}_deliveries`,
    metrics,
  });
  try {
    return await work(connection.collection('mails'));
  } finally {
    await connection.close();
  }
}

describe('an integration email', () => {
  const recipient = () => `${unique('list').toLowerCase()}@lists.example.com`;
  let code: { id: number; path_with_namespace: string; default_branch: string };
  beforeAll(async () => {
    code = await createProjectWithReadme(owner.api);
  });

  async function commit(branch: string, file: string): Promise<{ id: string }> {
    const actions = [{ action: 'create', file_path: file, content: 'a `word`\n' }];
    const start = branch === code.default_branch ? {} : { start_branch: code.default_branch };
    const fields = { branch, commit_message: `Add ${file}`, actions, ...start };
    return created(await owner.api.post(`/projects/${code.id}/repository/commits`, fields));
  }

  async function mailAt(
    address: string,
    isWanted: (mail: ReceivedMail) => boolean = () => true,
  ): Promise<ReceivedMail> {
    const find = () => Promise.resolve(sink.received.find((mail) => mail.to.includes(address) && isWanted(mail)));
    return (await waitFor(find, (mail) => mail !== undefined)) as ReceivedMail;
  }

  it('notifies the listed addresses of a push, with its changes', async () => {
    const [first, second] = [recipient(), recipient()];
    const at = `/projects/${code.id}/services/emails-on-push`;
    const sent = { recipients: `${first} ${second},${first}`, branches_to_be_notified: 'default' };
    expect((await owner.api.put(at, sent)).status).toBe(200);
    await commit('side', 'side.txt');
    await commit(code.default_branch, 'one.txt');
    const mail = await mailAt(first, ({ text }) => text.includes('Add one.txt'));
    const [path, branch] = [code.path_with_namespace, code.default_branch];
    expect(mail.headers.get('subject')).toBe(`[Git][${path}][${branch}] 1 commit: Add one.txt`);
    expect(mail.from).toBe('forge@example.com');
    expect(mail.headers.get('from')).toContain(`Name of ${owner.username}`);
    expect(mail.text).toContain('+a `word`');
    await mailAt(second);
    await owner.api.put(at, { ...sent, disable_diffs: true, branches_to_be_notified: 'all' });
    await commit('side-2', 'two.txt');
    const plain = await mailAt(second, ({ text }) => text.includes('side-2'));
    expect(plain.text).not.toContain('+a');
    await owner.api.post(`/projects/${code.id}/repository/tags`, { tag_name: 'v1', ref: branch });
    await mailAt(first, ({ headers }) => headers.get('subject')?.endsWith('[v1] Pushed new tag v1') ?? false);
    expect(sink.received.filter((one) => one.to.includes(first) && one.text.includes('side.txt'))).toEqual([]);
    expect(sink.received.filter((one) => one.to.includes(first) && one.text.includes('one.txt'))).toHaveLength(1);
    await owner.api.delete(at);
  });

  it('notifies the listed addresses and the pusher of pipelines', async () => {
    const address = recipient();
    const at = `/projects/${code.id}/services/pipelines-email`;
    const branch = code.default_branch;
    const { id } = await commit(branch, 'three.txt');
    await owner.api.put(at, { recipients: address });
    const status = (fields: object) =>
      owner.api.post(`/projects/${code.id}/statuses/${id}`, { ref: branch, ...fields });
    created(await status({ state: 'success', name: 'quiet' }));
    created(await status({ state: 'failed', name: 'loud' }));
    const failed = await mailAt(address);
    expect(failed.headers.get('subject')).toContain(`Failed pipeline for ${branch} (${id.slice(0, 8)})`);
    await owner.api.put(at, { recipients: address, notify_only_broken_pipelines: false, add_pusher: true });
    const { id: next } = await commit(branch, 'four.txt');
    created(await owner.api.post(`/projects/${code.id}/statuses/${next}`, { ref: branch, state: 'success' }));
    const isSuccess = ({ text }: ReceivedMail) =>
      text.includes(next.slice(0, 8)) && text.includes('listed your address');
    await mailAt(address, isSuccess);
    await mailAt(addressOf(owner), isSuccess);
    expect(sink.received.filter((one) => one.to.includes(address))).toHaveLength(2);
  });
});
