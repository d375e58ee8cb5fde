import {
  api,
  createUser,
  unique,
  createMember,
  ids,
  createBranchedProject,
  createGroup,
  createIssue,
  createMergeRequest,
  createProject,
  borrowUser,
  type ApiResponse,
  type TestUser,
  type Created,
} from '@forgemesh/testing';
import { createMilestone } from '#testing/fixtures';

describe('search', () => {
  const word = unique('Needle');
  let owner: TestUser;
  let guest: TestUser;
  let group: Created;
  let inside: string;
  let outside: string;
  const made: Record<string, number> = {};
  beforeAll(async () => {
    owner = await createUser();
    group = await createGroup(owner.api);
    ({ path: inside } = await createBranchedProject(owner.api, { namespace_id: group.id }));
    outside = `/projects/${(await createProject(owner.api)).id}`;
    guest = await createMember(owner.api, inside, 10);
    made['inside'] = (await createIssue(owner.api, inside, { title: `${word} inside` })).id;
    made['secret'] = (await createIssue(owner.api, inside, { description: `a ${word}`, confidential: true })).id;
    made['outside'] = (await createIssue(owner.api, outside, { title: `${word} outside` })).id;
    await createIssue(owner.api, inside);
    made['request'] = (await createMergeRequest(owner.api, inside, { title: `A ${word}` })).id;
    made['milestone'] = (await createMilestone(owner.api, inside, { description: `for the ${word}` })).id;
  });
  const found = async (as: TestUser, place: string, scope: string): Promise<string[]> => {
    const response = await as.api.get(`${place}/search?scope=${scope}&search=${word.toLowerCase()}`);
    expect(response.status).toBe(200);
    // Objects of different kinds may have the same id.
    const names = { issues: ['inside', 'secret', 'outside'], merge_requests: ['request'], milestones: ['milestone'] };
    const known = names[scope as keyof typeof names];
    return ids(response).map((id) => known.find((name) => made[name] === id) ?? String(id));
  };

  it('GET /search finds issues, merge requests and milestones that the caller may see', async () => {
    expect(await found(owner, '', 'issues')).toEqual(['outside', 'secret', 'inside']);
    expect(await found(guest, '', 'issues')).toEqual(['inside']);
    expect(await found(owner, '', 'merge_requests')).toEqual(['request']);
    expect(await found(guest, '', 'merge_requests')).toEqual([]);
    expect(await found(guest, '', 'milestones')).toEqual(['milestone']);
    expect(await found(await createUser(), '', 'milestones')).toEqual([]);
    const page = await owner.api.get(`/search?scope=issues&search=${word}&per_page=1&page=2`);
    expect([ids(page), page.headers.get('x-total')]).toEqual([[made['secret']], '3']);
  });

  it('GET /search routes other scopes to their services, and refuses unknown ones', async () => {
    expect(await owner.api.get(`/search?scope=projects&search=${word}`)).toMatchObject({ status: 200, body: [] });
    const refusals: [string, string][] = [
      ['scope=everything&search=x', 'scope does not have a valid value'],
      ['search=x', 'scope is missing'],
      ['scope=issues', 'search is missing'],
    ];
    for (const [query, error] of refusals)
      expect(await owner.api.get(`/search?${query}`)).toMatchObject({ status: 400, body: { error } });
    expect((await api().get('/search?scope=issues&search=x')).status).toBe(401);
  });

  it('GET /groups/:id/search finds objects inside the group', async () => {
    const at = `/groups/${group.id}`;
    expect(await found(owner, at, 'issues')).toEqual(['secret', 'inside']);
    expect(await found(owner, at, 'merge_requests')).toEqual(['request']);
    expect(await found(owner, at, 'milestones')).toEqual(['milestone']);
    const hidden = await (await borrowUser()).api.get(`${at}/search?scope=issues&search=x`);
    expect(hidden).toMatchObject({ status: 404, body: { message: '404 Group Not Found' } });
  });

  it.each(['notes', 'commits', 'wiki_blobs'])(
    'GET /search and GET /groups/:id/search refuse %s, which can only be searched in a project',
    async (scope) => {
      for (const place of ['', `/groups/${group.id}`]) {
        const refused = await owner.api.get(`${place}/search?scope=${scope}&search=x`);
        expect({ place, status: refused.status, body: refused.body }).toEqual({
          place,
          status: 400,
          body: { error: 'scope does not have a valid value' },
        });
      }
      expect(await owner.api.get(`${inside}/search?scope=${scope}&search=x`)).toMatchObject({ status: 200, body: [] });
    },
  );

  it('GET /projects/:id/search finds objects in the project', async () => {
    expect(await found(owner, outside, 'issues')).toEqual(['outside']);
    expect(await found(guest, inside, 'issues')).toEqual(['inside']);
    expect(await found(owner, inside, 'merge_requests')).toEqual(['request']);
    expect((await guest.api.get(`${inside}/search?scope=merge_requests&search=x`)).status).toBe(403);
    expect(await found(guest, inside, 'milestones')).toEqual(['milestone']);
    expect((await guest.api.get(`${outside}/search?scope=milestones&search=x`)).status).toBe(404);
  });

  describe('notes of GET /projects/:id/search', () => {
    const text = unique('ProjectNote');
    const bodies = (response: ApiResponse): string[] => response.body.map(({ body }: { body: string }) => body);
    const search = (as: TestUser, query = ''): Promise<ApiResponse> =>
      as.api.get(`${inside}/search?scope=notes&search=${text.toLowerCase()}${query}`);
    beforeAll(async () => {
      const issues: { iid: number; confidential: boolean }[] = (await owner.api.get(`${inside}/issues`)).body;
      const iidOf = (confidential: boolean) => issues.find((issue) => issue.confidential === confidential)?.iid;
      const targets = { open: `issues/${iidOf(false)}`, secret: `issues/${iidOf(true)}`, request: 'merge_requests/1' };
      for (const [name, target] of Object.entries(targets))
        await owner.api.post(`${inside}/${target}/notes`, { body: `${text} ${name}` });
      await owner.api.put(`${inside}/${targets.open}`, { title: `${text} in a title` });
      await owner.api.post(`${inside}/repository/commits/main/discussions`, { body: `${text} commit` });
    });

    it('finds user notes, newest first, with all fields', async () => {
      const response = await search(owner);
      expect(response.status).toBe(200);
      expect(bodies(response)).toEqual(['commit', 'request', 'secret', 'open'].map((name) => `${text} ${name}`));
      expect(response.body[1]).toMatchObject({ noteable_type: 'MergeRequest', noteable_iid: 1, system: false });
      expect(response.body[1]).toMatchObject({ author: { id: owner.id }, resolvable: false, attachment: null });
      expect(response.body[0]).toMatchObject({ noteable_type: 'Commit', noteable_iid: null, noteable_id: null });
      expect(response.body[0]).not.toHaveProperty('search_text');
      const page = await search(owner, '&per_page=1&page=3');
      expect([bodies(page), page.headers.get('x-total')]).toEqual([[`${text} secret`], '4']);
    });

    it('leaves out notes that the caller may not read', async () => {
      expect(bodies(await search(guest))).toEqual([`${text} open`]);
      expect((await search(await createUser())).status).toBe(404);
    });

    it('finds the current text of a note', async () => {
      const [note] = (await search(guest)).body;
      const changed = { body: 'Something else' };
      await owner.api.put(`${inside}/issues/${note.noteable_iid}/notes/${note.id}`, changed);
      expect(bodies(await search(guest))).toEqual([]);
    });
  });
});
