/** Comments on snippets among the contribution events follow the visibility of the snippet. */
import {
  api,
  asRoot,
  createUser,
  unique,
  waitFor,
  createMember,
  createProject,
  type ApiClient,
  type ApiResponse,
  type TestUser,
} from '@forgemesh/testing';
import { inDatabase } from '#testing/database';

type Visibility = 'public' | 'internal' | 'private';

describe('comments on snippets', () => {
  let owner: TestUser;
  let author: TestUser;
  let path: string;
  const snippetIds = {} as Record<Visibility, number>;
  const readers: Record<string, ApiClient> = {};

  beforeAll(async () => {
    owner = await createUser();
    path = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
    author = await createMember(owner.api, path, 20);
    for (const visibility of ['public', 'internal', 'private'] as const)
      snippetIds[visibility] = await createCommented(author.api, path, visibility);
    readers['anonymous'] = api();
    readers['non-member'] = (await createUser()).api;
    readers['external'] = (await createUser({ external: true })).api;
    readers['guest'] = (await createMember(owner.api, path, 10)).api;
    readers['owner'] = owner.api;
    readers['author'] = author.api;
    readers['administrator'] = asRoot();
    await waitFor(
      () => author.api.get(`${path}/events?target_type=note`),
      ({ body }) => body.length === 3,
    );
  });

  /** The comments of a list by their text, which names the visibility of the snippet. */
  async function commentsIn(as: ApiClient, list: string): Promise<string[]> {
    const response = await as.get(list);
    const texts = (response.body as { note?: { body: string } }[]).flatMap(({ note }) => note?.body ?? []);
    expect([list, response.headers.get('x-total')]).toEqual([list, String(texts.length)]);
    return texts.sort();
  }

  const all = ['internal', 'private', 'public'];
  const cases: [string, string[]][] = [
    ['anonymous', ['public']],
    ['non-member', ['internal', 'public']],
    ['external', ['public']],
    ['guest', ['internal', 'public']],
    ['owner', ['internal', 'public']],
    ['author', all],
    ['administrator', all],
  ];

  it.each(cases)('GET /projects/:id/events and GET /users/:id/events: %s', async (name, expected) => {
    const reader = readers[name] as ApiClient;
    for (const list of [`${path}/events`, `/users/${author.id}/events`])
      expect(await commentsIn(reader, `${list}?target_type=note`)).toEqual(expected);
  });

  it('GET /events: members with all events of their projects, authors with their own', async () => {
    const query = '?scope=all&target_type=note';
    expect(await commentsIn(owner.api, `/events${query}`)).toEqual(['internal', 'public']);
    expect(await commentsIn(author.api, `/events${query}`)).toEqual(all);
    expect(await commentsIn(author.api, '/events?target_type=note')).toEqual(all);
  });

  it('are hidden from their writers when they may no longer read the snippet', async () => {
    const place = `/projects/${(await createProject(owner.api, { visibility: 'public' })).id}`;
    const id = await createCommented(owner.api, place, 'public');
    const writer = await createUser();
    await writer.api.post(`${place}/snippets/${id}/notes`, { body: 'mine' });
    const comments = async (): Promise<string[]> => commentsIn(writer.api, '/events?target_type=note');
    await waitFor(comments, (found) => found.join() === 'mine');
    const listed = (as: ApiClient): Promise<ApiResponse> => as.get(`${place}/events?target_type=note`);
    await owner.api.put(`${place}/snippets/${id}`, { visibility: 'private' });
    // Presented events are checked at once; the total follows with the event of the change.
    expect([(await listed(writer.api)).body, (await listed(api())).body]).toEqual([[], []]);
    await waitFor(
      () => listed(writer.api),
      ({ headers }) => headers.get('x-total') === '0',
    );
    expect((await listed(owner.api)).body).toHaveLength(2);
    await owner.api.put(`${place}/snippets/${id}`, { visibility: 'public' });
    await waitFor(comments, (found) => found.join() === 'mine');
    await owner.api.put(place, { snippets_access_level: 'disabled' });
    expect((await listed(owner.api)).body).toEqual([]);
  });

  it('are removed with the snippet', async () => {
    const place = `/projects/${(await createProject(owner.api)).id}`;
    const id = await createCommented(owner.api, place, 'public');
    const count = () =>
      inDatabase((db) =>
        db.collection('contribution_events').countDocuments({ subject_type: 'Snippet', subject_id: id }),
      );
    await waitFor(count, (found) => found > 0);
    await owner.api.delete(`${place}/snippets/${id}`);
    await waitFor(count, (found) => found === 0);
  });
});

/** Creates a snippet with a comment, whose text is the visibility. */
async function createCommented(as: ApiClient, place: string, visibility: Visibility): Promise<number> {
  const fields = { title: unique('snippet'), file_name: 'a.txt', content: 'a', visibility };
  const created = await as.post(`${place}/snippets`, fields);
  expect(created.status).toBe(201);
  const { id } = created.body as { id: number };
  expect((await as.post(`${place}/snippets/${id}/notes`, { body: visibility })).status).toBe(201);
  return id;
}
