/** Pages are told what has changed, as far as their users may read it. */
import {
  asRoot,
  createUser,
  mesh,
  unique,
  waitFor,
  createProject,
  createProjectWithReadme,
  createGroup,
  type TestUser,
} from '@forgemesh/testing';

/** A connection that a page keeps open. */
interface Stream {
  status: number;
  /** The topics that were reported so far, in order. */
  topics: string[];
  /** Resolves when the server has ended the connection. */
  ended: Promise<void>;
  close(): void;
}

const streams: Stream[] = [];

/** Opens a connection and waits until the server reports changes. */
async function open(token: string | undefined, topics: string[]): Promise<Stream> {
  const controller = new AbortController();
  const query = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join('&');
  const response = await fetch(`${mesh().url}/-/events?${query}`, {
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  const stream: Stream = {
    status: response.status,
    topics: [],
    ended: Promise.resolve(),
    close: () => controller.abort(),
  };
  streams.push(stream);
  if (!response.ok || !response.body) return stream;
  let onReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (onReady = resolve));
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let text = '';
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('event: ready')) onReady();
      stream.topics = [...text.matchAll(/^data: \{"topic":"([^"]+)"\}$/gm)].map(([, topic]) => topic ?? '');
    }
  };
  stream.ended = read(response.body).catch(() => undefined);
  await ready;
  return stream;
}

const reported = (stream: Stream, topic: string) =>
  waitFor(
    async () => stream.topics.filter((name) => name === topic).length,
    (count) => count > 0,
  );

describe('GET /-/events', () => {
  let owner: TestUser;
  let stranger: TestUser;
  let open1: { id: number };
  let hidden: { id: number };
  const issueOf = async (project: { id: number }, fields: object = {}): Promise<string> => {
    const { body } = await owner.api.post(`/projects/${project.id}/issues`, { title: 'One', ...fields });
    return `projects/${project.id}/issues/${body.iid}`;
  };
  const comment = (issue: string) => owner.api.post(`/${issue}/notes`, { body: 'A comment' });

  beforeAll(async () => {
    [owner, stranger] = await Promise.all([createUser(), createUser()]);
    const create = async (visibility: string) => (await createProject(owner.api, { visibility })) as { id: number };
    open1 = await create('public');
    hidden = await create('private');
  });
  afterEach(() => streams.splice(0).forEach((stream) => stream.close()));

  it('reports a comment to everybody who may read the issue', async () => {
    const issue = await issueOf(open1);
    const [first, second] = await Promise.all([open(owner.token, [issue]), open(stranger.token, [issue])]);
    await comment(issue);
    await Promise.all([reported(first, issue), reported(second, issue)]);
  });

  it('reports changed issues, merge requests, branches and epics as their lists', async () => {
    const project = await createProjectWithReadme(owner.api);
    const lists = ['issues', 'merge_requests', 'repository/branches'].map((list) => `projects/${project.id}/${list}`);
    const stream = await open(owner.token, lists);
    await issueOf(project);
    const branch = { branch: 'other', ref: project.default_branch };
    await owner.api.post(`/projects/${project.id}/repository/branches`, branch);
    const request = { source_branch: 'other', target_branch: project.default_branch, title: 'One' };
    await owner.api.post(`/projects/${project.id}/merge_requests`, request);
    await Promise.all(lists.map((list) => reported(stream, list)));
  });

  it('reports a new order of issues as their list', async () => {
    const [one, two] = [await issueOf(open1), await issueOf(open1)];
    const { body: first } = await owner.api.get(`/${one}`);
    const list = `projects/${open1.id}/issues`;
    const stream = await open(stranger.token, [list]);
    expect((await owner.api.put(`/${two}/reorder`, { move_after_id: first.id })).status).toBe(200);
    await reported(stream, list);
  });

  it('reports nothing of a project that the user may not read', async () => {
    const [secret, known] = [await issueOf(hidden), await issueOf(open1)];
    const stream = await open(stranger.token, [secret, `projects/${hidden.id}/issues`, known]);
    await comment(secret);
    await issueOf(hidden);
    await comment(known);
    await reported(stream, known);
    expect(new Set(stream.topics)).toEqual(new Set([known]));
  });

  it('reports confidential issues to those who may read them only', async () => {
    const list = `projects/${open1.id}/issues`;
    const confidential = await issueOf(open1, { confidential: true });
    const known = await issueOf(open1);
    const others = await open(stranger.token, [list, confidential, known]);
    const own = await open(owner.token, [list, confidential]);
    await owner.api.put(`/${confidential}`, { title: 'Changed' });
    await comment(confidential);
    await Promise.all([reported(own, list), reported(own, confidential)]);
    await comment(known);
    await reported(others, known);
    expect(new Set(others.topics)).toEqual(new Set([known]));
  });

  it('reports nothing more to a former member', async () => {
    const member = await createUser();
    const members = `/projects/${hidden.id}/members`;
    await owner.api.post(members, { user_id: member.id, access_level: 20 });
    const [issue, known] = [await issueOf(hidden), await issueOf(open1)];
    const stream = await open(member.token, [issue, known]);
    await comment(issue);
    await reported(stream, issue);
    await owner.api.delete(`${members}/${member.id}`);
    await comment(issue);
    await comment(known);
    await reported(stream, known);
    expect(stream.topics).toEqual([issue, known]);
  });

  it('reports changes in the lists of the groups above, as far as both lists can be read', async () => {
    const path = unique('above');
    const group = await createGroup(owner.api, { name: path, path, visibility: 'public' });
    const { body: inner } = await owner.api.post('/groups', {
      name: 'Inner',
      path: 'inner',
      parent_id: group.id,
      visibility: 'public',
    });
    const create = async (visibility: string) =>
      (await createProject(owner.api, { namespace_id: inner.id, visibility })) as {
        id: number;
      };
    const [seen, secret] = [await create('public'), await create('private')];
    const known = await issueOf(open1);
    const list = `groups/${group.id}/issues`;
    const epics = `groups/${group.id}/epics`;
    const others = await open(stranger.token, [list, known]);
    const own = await open(owner.token, [list, epics, `groups/${inner.id}/epics`]);
    await issueOf(secret);
    await reported(own, list);
    await issueOf(seen, { confidential: true });
    await comment(known);
    await reported(others, known);
    expect(others.topics).toEqual([known]);
    await issueOf(seen);
    await reported(others, list);
    await owner.api.post(`/groups/${inner.id}/epics`, { title: 'One' });
    await Promise.all([reported(own, epics), reported(own, `groups/${inner.id}/epics`)]);
  });

  it('reports new to-dos to their user only', async () => {
    const issue = await issueOf(open1);
    const [own, others] = [await open(stranger.token, ['todos']), await open(owner.token, ['todos', issue])];
    await owner.api.put(`/${issue}`, { assignee_ids: [stranger.id] });
    await reported(own, 'todos');
    await comment(issue);
    await reported(others, issue);
    expect(new Set(others.topics)).toEqual(new Set([issue]));
  });

  it('ends when the token is revoked', async () => {
    const issue = await issueOf(open1);
    const { body: token } = await asRoot().post(`/users/${stranger.id}/impersonation_tokens`, {
      name: 'short',
      scopes: ['api'],
    });
    const stream = await open(token.token, [issue]);
    await asRoot().delete(`/users/${stranger.id}/impersonation_tokens/${token.id}`);
    await comment(issue);
    await stream.ended;
    expect(stream.topics).toEqual([]);
  });

  it('ends for a blocked user', async () => {
    const user = await createUser();
    const issue = await issueOf(open1);
    const stream = await open(user.token, [issue]);
    await asRoot().post(`/users/${user.id}/block`);
    await comment(issue);
    await stream.ended;
    expect(stream.topics).toEqual([]);
  });

  it('is limited per user', async () => {
    const user = await createUser();
    const topic = `projects/${open1.id}/issues`;
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(user.token, [topic])));
    expect(opened.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
    expect((await open(user.token, [topic])).status).toBe(429);
    opened[0]?.close();
    await waitFor(
      () => open(user.token, [topic]),
      ({ status }) => status === 200,
    );
  });

  it('refuses anonymous visitors and tokens that may not read', async () => {
    const narrow = await createUser({}, ['read_repository']);
    const topic = `projects/${open1.id}/issues`;
    expect((await open(undefined, [topic])).status).toBe(401);
    expect((await open('no-token', [topic])).status).toBe(401);
    expect((await open(narrow.token, [topic])).status).toBe(403);
  });

  it.each([
    ['no topic', []],
    ['another address', ['user']],
    ['a path that leaves the topic', ['projects/1/issues/../../2/issues']],
    ['an escape', ['projects/1%2F2/issues']],
    ['a name in place of an id', ['projects/root/issues']],
    ['too many topics', Array.from({ length: 21 }, (_, index) => `projects/${index + 1}/issues`)],
  ])('refuses %s', async (_title, topics) => {
    expect((await open(stranger.token, topics)).status).toBe(400);
  });
});
