/** The issue that continues a moved one is named only to callers who may read it. */
import {
  asRoot,
  createUser,
  RECEIVER_HOST,
  startReceiver,
  unique,
  waitFor,
  createMember,
  createGroup,
  createIssue,
  createProject,
  addMember,
  type ApiClient,
  type ApiResponse,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { createEpic } from '#testing/fixtures';

interface Moved {
  iid: number;
  to: { id: number; iid: number };
}

describe('moved_to_id', () => {
  let owner: TestUser;
  let reader: TestUser;
  let group: Created;
  let from: TestProject;
  let to: TestProject;
  let path: string;
  let target: string;
  let title: string;
  let moved: Moved;

  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    from = await createProject(owner.api, { namespace_id: group.id });
    to = await createProject(owner.api);
    [path, target] = [`/projects/${from.id}`, `/projects/${to.id}`];
    reader = await createMember(owner.api, path, 20);
    title = unique('moved');
    moved = await createMoved({ title });
  });

  /** Creates an issue in `from` and moves it to `to`. */
  async function createMoved(fields: Record<string, unknown> = {}): Promise<Moved> {
    const { iid } = await createIssue(owner.api, path, fields);
    const response = await owner.api.post(`${path}/issues/${iid}/move`, { to_project_id: to.id });
    expect(response.status).toBe(201);
    return { iid, to: response.body as Moved['to'] };
  }

  const shown = async (as: TestUser, { iid }: Moved): Promise<number | null> =>
    (await as.api.get(`${path}/issues/${iid}`)).body.moved_to_id as number | null;

  it.each([
    ['a non-member', {}, null, false],
    ['a guest of the other project', {}, 10, true],
    ['a guest, of a confidential issue', { confidential: true }, 10, false],
    ['a reporter, of a confidential issue', { confidential: true }, 20, true],
  ])('GET /projects/:id/issues/:issue_iid, for %s', async (_who, fields, level, isShown) => {
    const one = await createMoved(fields);
    const user = await createMember(owner.api, path, 20);
    if (level !== null) await addMember(owner.api, target, user, level);
    expect(await shown(user, one)).toBe(isShown ? one.to.id : null);
    expect(await shown(owner, one)).toBe(one.to.id);
  });

  it('is null while the issues of the other project are not readable', async () => {
    const other = await createProject(owner.api, { visibility: 'public' });
    const { iid } = await createIssue(owner.api, path);
    const { body } = await owner.api.post(`${path}/issues/${iid}/move`, { to_project_id: other.id });
    const one: Moved = { iid, to: body };
    expect(await shown(reader, one)).toBe(body.id);
    await owner.api.put(`/projects/${other.id}`, { issues_access_level: 'private' });
    expect([await shown(reader, one), await shown(owner, one)]).toEqual([null, body.id]);
    await owner.api.put(`/projects/${other.id}`, { issues_access_level: 'disabled' });
    expect(await shown(owner, one)).toBeNull();
  });

  it('is decided for each issue of a list', async () => {
    await owner.api.post(`${path}/issues/${moved.iid}/todo`);
    await reader.api.post(`${path}/issues/${moved.iid}/todo`);
    const related = await createIssue(owner.api, path);
    const link = { target_project_id: from.id, target_issue_iid: moved.iid };
    await owner.api.post(`${path}/issues/${related.iid}/links`, link);
    const epic = await createEpic(owner.api, group);
    const { id } = (await owner.api.get(`${path}/issues/${moved.iid}`)).body as { id: number };
    expect((await owner.api.post(`/groups/${group.id}/epics/${epic.iid}/issues/${id}`)).status).toBe(201);

    type Listed = { id: number; moved_to_id?: number | null; target?: { id: number; moved_to_id: number | null } };
    const find = ({ body }: ApiResponse): number | null | undefined => {
      const rows = (body as Listed[]).map(({ target: of, ...row }) => of ?? row);
      return rows.find((row) => row.id === id)?.moved_to_id;
    };
    const lists = [
      `${path}/issues?search=${title}`,
      `/groups/${group.id}/issues?search=${title}`,
      `/issues?scope=all&search=${title}`,
      `${path}/search?scope=issues&search=${title}`,
      `${path}/issues/${related.iid}/links`,
      `/groups/${group.id}/epics/${epic.iid}/issues`,
      '/todos',
    ];
    for (const list of lists) {
      const both = [await reader.api.get(list), await owner.api.get(list)].map(find);
      expect([list, ...both]).toEqual([list, null, moved.to.id]);
    }
  });

  it('is null in responses to writes of callers who may not read the other project', async () => {
    const issue = `${path}/issues/${moved.iid}`;
    const written = async (as: ApiClient): Promise<unknown[]> => [
      (await as.put(issue, { description: unique('text') })).body.moved_to_id,
      (await as.post(`${issue}/${as === owner.api ? 'un' : ''}subscribe`)).body.moved_to_id,
    ];
    expect(await written(reader.api)).toEqual([null, null]);
    expect(await written(owner.api)).toEqual([moved.to.id, moved.to.id]);
  });

  it('GET /projects/:id/issues/:issue_iid/notes names the other project only to its readers', async () => {
    const texts = async (as: ApiClient, iid: number): Promise<string> => {
      const notes = await as.get(`${path}/issues/${iid}/notes`);
      const discussions = await as.get(`${path}/issues/${iid}/discussions`);
      return JSON.stringify([notes.body, discussions.body]);
    };
    const name = `moved to ${to.path_with_namespace}#${moved.to.iid}`;
    expect(await texts(owner.api, moved.iid)).toContain(name);
    expect(await texts(reader.api, moved.iid)).not.toContain(to.path_with_namespace);
  });

  it('webhooks name no issue of another project, and no confidential one', async () => {
    const settings = '/application/settings';
    const root = asRoot();
    const before = (await root.get(settings)).body.outbound_local_requests_whitelist as string[];
    await root.put(settings, { outbound_local_requests_whitelist: [...before, RECEIVER_HOST] });
    const receiver = await startReceiver();
    try {
      const hook = { url: receiver.url, issues_events: true, push_events: false };
      await waitFor(
        () => owner.api.post(`${path}/hooks`, hook),
        ({ status }) => status === 201,
      );
      const open = await createIssue(owner.api, path);
      const secret = await createIssue(owner.api, path, { confidential: true });
      const foreign = await createIssue(owner.api, target);
      const closed = await createMoved();
      const attributes = async (iid: number): Promise<Record<string, unknown>> => {
        const find = () =>
          receiver.received
            .map(({ body }) => body.object_attributes as Record<string, unknown>)
            .find((one) => one['iid'] === iid && one['action'] === 'close');
        return (await waitFor(
          () => Promise.resolve(find()),
          (found) => found !== undefined,
        )) as Record<string, unknown>;
      };
      expect(await attributes(closed.iid)).toMatchObject({ state: 'closed', moved_to_id: null });
      const duplicates: [string, number | null][] = [
        [`#${open.iid}`, open.id],
        [`#${secret.iid}`, null],
        [`${to.path_with_namespace}#${foreign.iid}`, null],
      ];
      for (const [reference, expected] of duplicates) {
        const { iid } = await createIssue(owner.api, path);
        await owner.api.post(`${path}/issues/${iid}/notes`, { body: `/duplicate ${reference}` });
        expect(await attributes(iid)).toMatchObject({ duplicated_to_id: expected });
      }
    } finally {
      await root.put(settings, { outbound_local_requests_whitelist: before });
      await receiver.close();
    }
  });
});

describe('epic', () => {
  it('is shown while its group is above the project', async () => {
    const owner = await createUser();
    const [group, other] = [await createGroup(owner.api), await createGroup(owner.api, { visibility: 'public' })];
    const { id } = await createProject(owner.api, { namespace_id: group.id });
    const epic = await createEpic(owner.api, group);
    const { iid } = await createIssue(owner.api, `/projects/${id}`, { epic_id: epic.id });
    const shown = async (): Promise<unknown[]> => {
      const { body } = await owner.api.get(`/projects/${id}/issues/${iid}`);
      return [body.epic?.title, body.epic_iid];
    };
    expect(await shown()).toEqual([epic['title'], epic.iid]);
    expect((await owner.api.put(`/projects/${id}/transfer`, { namespace: other.id })).status).toBe(200);
    expect(await shown()).toEqual([undefined, null]);
  });
});
