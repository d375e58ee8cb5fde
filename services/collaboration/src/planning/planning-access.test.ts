/** Labels and milestones of a project are hidden when its issues and merge requests are. */
import {
  api,
  asRoot,
  createUser,
  unique,
  waitFor,
  createMember,
  createGroup,
  createIssue,
  createProject,
  borrowUser,
  type ApiClient,
  type TestUser,
  type Created,
  type TestProject,
} from '@forgemesh/testing';
import { createLabel, createMilestone } from '#testing/fixtures';

interface Place {
  project: TestProject;
  path: string;
  label: Created & { name: string };
  milestone: Created & { title: string };
}

const NOBODY = { issues_access_level: 'disabled', merge_requests_access_level: 'disabled' };
const MEMBERS = { issues_access_level: 'private', merge_requests_access_level: 'private' };
const REPORTERS = { issues_access_level: 'disabled', merge_requests_access_level: 'private' };
const EVERYONE = { issues_access_level: 'enabled', merge_requests_access_level: 'disabled' };

describe('labels and milestones of a project', () => {
  let owner: TestUser;
  let group: Created;
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api, { visibility: 'public' });
  });

  async function createPlace(fields: object): Promise<Place> {
    const project = await createProject(owner.api, { visibility: 'public', namespace_id: group.id });
    const path = `/projects/${project.id}`;
    const label = await createLabel(owner.api, path);
    const milestone = await createMilestone(owner.api, path);
    await owner.api.put(path, fields);
    return { project, path, label, milestone } as Place;
  }

  function readsOf({ path, label, milestone }: Place): string[] {
    return [
      `${path}/labels`,
      `${path}/labels/${label.name}`,
      `${path}/milestones`,
      `${path}/milestones/${milestone.id}`,
    ];
  }

  const statuses = (as: ApiClient, paths: readonly string[]): Promise<number[]> =>
    Promise.all(paths.map(async (path) => (await as.get(path)).status));

  describe('GET /projects/:id/labels, GET /projects/:id/milestones', () => {
    it.each([
      // levels, statuses of: anonymous caller, non-member, guest, reporter, owner, administrator
      ['nobody', NOBODY, [403, 403, 403, 403, 403, 403]],
      ['members', MEMBERS, [403, 403, 200, 200, 200, 200]],
      ['reporters', REPORTERS, [403, 403, 403, 200, 200, 200]],
      ['everyone', EVERYONE, [200, 200, 200, 200, 200, 200]],
    ])('are for %s', async (_who, levels, expected) => {
      const place = await createPlace(levels);
      const [guest, reporter] = [
        await createMember(owner.api, place.path, 10),
        await createMember(owner.api, place.path, 20),
      ];
      const callers = [api(), (await createUser()).api, guest.api, reporter.api, owner.api, asRoot()];
      const reads = readsOf(place);
      for (const [index, caller] of callers.entries())
        expect([index, await statuses(caller, reads)]).toEqual([index, reads.map(() => expected[index])]);
    });

    it('are 404 in a project that the caller may not see', async () => {
      const place = await createPlace({ ...NOBODY, visibility: 'private' });
      const stranger = await createUser();
      expect(await statuses(stranger.api, readsOf(place))).toEqual([404, 404, 404, 404]);
    });
  });

  it('cannot be written while they are hidden, or in an archived project', async () => {
    const hidden = await createPlace(NOBODY);
    const archived = await createPlace(EVERYONE);
    await owner.api.post(`${archived.path}/archive`);
    for (const { path, label, milestone } of [hidden, archived]) {
      const { api: client } = owner;
      const responses = [
        await client.post(`${path}/labels`, { name: unique('label'), color: '#ff0000' }),
        await client.put(`${path}/labels/${label.name}`, { color: '#00ff00' }),
        await client.post(`${path}/labels/${label.name}/subscribe`),
        await client.put(`${path}/labels/${label.name}/promote`),
        await client.delete(`${path}/labels/${label.name}`),
        await client.post(`${path}/milestones`, { title: unique('milestone') }),
        await client.put(`${path}/milestones/${milestone.id}`, { title: 'x' }),
        await client.post(`${path}/milestones/${milestone.id}/promote`),
        await client.delete(`${path}/milestones/${milestone.id}`),
      ];
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403));
    }
  });

  it('GET /projects/:id/events shows milestones with issues or merge requests only', async () => {
    const { path, milestone } = await createPlace(EVERYONE);
    const events = (as: ApiClient) => as.get(`${path}/events?target_type=milestone`);
    await waitFor(
      () => events(api()),
      ({ body }) => body.length === 1 && body[0].target_id === milestone.id,
    );
    await owner.api.put(path, REPORTERS);
    const guest = await createMember(owner.api, path, 10);
    await waitFor(
      () => events(guest.api),
      ({ body }) => body.length === 0,
    );
    expect((await events(owner.api)).body).toHaveLength(1);
  });

  it('GET /search, GET /groups/:id/search and GET /projects/:id/search find milestones that are readable', async () => {
    const place = await createPlace(REPORTERS);
    const { title } = place.milestone;
    const guest = await createMember(owner.api, place.path, 10);
    const found = async (as: ApiClient, path: string): Promise<number | string> => {
      const { status, body } = await as.get(`${path}?scope=milestones&search=${title}`);
      return status === 200 ? (body as object[]).length : status;
    };
    const paths = ['/search', `/groups/${group.id}/search`, `${place.path}/search`];
    const count = (as: ApiClient) => Promise.all(paths.map((path) => found(as, path)));
    expect(await count(owner.api)).toEqual([1, 1, 1]);
    expect(await count(guest.api)).toEqual([0, 0, 403]);
    expect(await count((await createUser()).api)).toEqual([0, 0, 403]);
  });

  it('POST /markdown links them only for their readers', async () => {
    const { project, label, milestone } = await createPlace(MEMBERS);
    const text = `~${label.name} %"${milestone.title}"`;
    const linked = async (as: ApiClient): Promise<number> => {
      const request = { text, gfm: true, project: project.path_with_namespace };
      return ((await as.post('/markdown', request)).body.html as string).split('<a ').length - 1;
    };
    expect(await linked(owner.api)).toBe(2);
    expect(await linked((await createUser()).api)).toBe(0);
  });

  it('GET /groups/:id/labels and /milestones list those of the group only', async () => {
    const { label, milestone } = await createPlace(NOBODY);
    const own = await createLabel(owner.api, `/groups/${group.id}`);
    const labels = (await owner.api.get(`/groups/${group.id}/labels?per_page=100`)).body as { name: string }[];
    expect(labels.map(({ name }) => name)).toContain(own.name);
    expect(labels.map(({ name }) => name)).not.toContain(label.name);
    const milestones = (await owner.api.get(`/groups/${group.id}/milestones?per_page=100`)).body as { id: number }[];
    expect(milestones.map(({ id }) => id)).not.toContain(milestone.id);
  });

  it('stay on the issues that a caller may read', async () => {
    const { path, label, milestone } = await createPlace(EVERYONE);
    const issue = await createIssue(owner.api, path, { labels: label.name, milestone_id: milestone.id });
    const { body } = await (await borrowUser()).api.get(`${path}/issues/${issue.iid}`);
    expect(body).toMatchObject({ labels: [label.name], milestone: { id: milestone.id } });
  });
});
