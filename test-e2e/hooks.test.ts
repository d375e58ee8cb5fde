/** A bot that uses the webhooks of a project and comments on issues. */
import {
  asRoot,
  createUser,
  waitFor,
  mesh,
  RECEIVER_HOST,
  startReceiver,
  createProjectWithReadme,
  addMember,
  type ReceivedRequest,
  type TestUser,
} from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from './support/git';

const settings = '/application/settings';
const root = asRoot();
const SECRET = 'between-us';

let before: string[];
let owner: TestUser;
let project: { id: number; path_with_namespace: string };
let path: string;

beforeAll(async () => {
  before = (await root.get(settings)).body.outbound_local_requests_whitelist;
  await root.put(settings, { outbound_local_requests_whitelist: [...before, RECEIVER_HOST] });
  owner = await createUser();
  project = await createProjectWithReadme(owner.api);
  path = `/projects/${project.id}`;
});
afterAll(() => root.put(settings, { outbound_local_requests_whitelist: before }));

async function addHook(url: string, events: Record<string, boolean>): Promise<void> {
  const hook = { url, token: SECRET, push_events: false, ...events };
  await waitFor(
    () => owner.api.post(`${path}/hooks`, hook),
    ({ status }) => status === 201,
  );
}

const openIssue = async (title: string): Promise<number> =>
  (await owner.api.post(`${path}/issues`, { title, description: '@bot please' })).body.iid as number;

it('greets on each new issue, once', async () => {
  const bot = await createUser();
  await addMember(owner.api, path, bot, 20);
  const received = new Set<number>();
  const greet = async ({ headers, body }: ReceivedRequest): Promise<void> => {
    const { iid, action, project_id } = body.object_attributes as Record<string, number | string>;
    if (headers['x-gitlab-token'] !== SECRET || action !== 'open' || received.has(Number(iid))) return;
    received.add(Number(iid));
    await bot.api.post(`/projects/${project_id}/issues/${iid}/notes`, { body: `Thank you, @${body.user.username}` });
    await bot.api.put(`/projects/${project_id}/issues/${iid}`, { labels: 'triage' });
  };
  const receiver = await startReceiver({ onRequest: greet });
  await addHook(receiver.url, { issues_events: true });
  const iids = [await openIssue('one'), await openIssue('two')];
  for (const iid of iids) {
    const notes = await waitFor(
      async () => (await owner.api.get(`${path}/issues/${iid}/notes`)).body as { body: string; system: boolean }[],
      (all) => all.some(({ system }) => !system),
    );
    expect(notes.filter(({ system }) => !system).map(({ body }) => body)).toEqual([`Thank you, @${owner.username}`]);
    await waitFor(
      () => owner.api.get(`${path}/issues/${iid}`),
      ({ body }) => body.labels.includes('triage'),
    );
  }
  await receiver.close();
});

it('misses nothing while it is stopped', async () => {
  const first = await startReceiver();
  await addHook(first.url, { issues_events: true });
  const port = Number(new URL(first.url).port);
  await first.close();
  const titles = ['while down 1', 'while down 2', 'while down 3'];
  for (const title of titles) await openIssue(title);
  await waitFor(
    async () => {
      const hooks = (await owner.api.get(`${path}/hooks`)).body as { id: number; url: string }[];
      const own = hooks.find(({ url }) => url === first.url);
      return (await owner.api.get(`${path}/hooks/${own?.id}/events`)).body as { tries: number }[];
    },
    (events) => events.some(({ tries }) => tries > 0),
  );
  const again = await startReceiver({ port });
  const deliveredTitles = (): string[] => again.received.map(({ body }) => body.object_attributes.title as string);
  await waitFor(
    () => Promise.resolve(deliveredTitles()),
    (all) => titles.every((title) => all.includes(title)),
  );
  await again.close();
});

it('receives no hook for a push with more refs than the limit', async () => {
  const receiver = await startReceiver();
  await addHook(receiver.url, { push_events: true, tag_push_events: true });
  const work = temporaryFolder('hooks');
  await git(work, 'clone', '-q', cloneUrl(mesh().url, project.path_with_namespace, owner.token), '.');
  const refs = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `HEAD:refs/heads/${prefix}${index}`);
  await git(work, 'push', '-q', 'origin', ...refs('many', 4));
  await git(work, 'push', '-q', 'origin', ...refs('few', 3));
  await waitFor(
    () => Promise.resolve(receiver.received),
    ({ length }) => length === 3,
  );
  const deliveredRefs = receiver.received.map(({ body }) => body.ref as string).sort();
  expect(deliveredRefs).toEqual(['refs/heads/few0', 'refs/heads/few1', 'refs/heads/few2']);
  await receiver.close();
});
