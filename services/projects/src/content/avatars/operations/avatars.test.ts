import {
  createUser,
  mesh,
  unique,
  createGroup,
  createProject,
  type ApiClient,
  type TestUser,
} from '@forgemesh/testing';

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)]);

function form(fields: Record<string, string>, content: Buffer = png, name = 'logo.png'): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set('avatar', new Blob([content]), name);
  return body;
}

describe.each([
  ['project', '/projects', (api: ApiClient) => createProject(api)],
  ['group', '/groups', (api: ApiClient) => createGroup(api)],
])('the avatar of a %s', (kind, route, make) => {
  let owner: TestUser;
  let stranger: TestUser;
  beforeAll(async () => {
    [owner, stranger] = [await createUser(), await createUser()];
  });

  async function download(url: string, token?: string) {
    const path = new URL(url).pathname;
    const headers = new Headers(token === undefined ? {} : { 'PRIVATE-TOKEN': token });
    const response = await fetch(new URL(path, mesh().url), { headers });
    return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
  }

  it('is uploaded with a new object or later, replaced, shown to readers and removed', async () => {
    const name = unique('pictured');
    const created = await owner.api.post(route, form({ name, path: name }));
    expect(created.status).toBe(201);
    const path = `${route}/${created.body.id}`;
    const url = created.body.avatar_url as string;
    expect(url).toMatch(new RegExp(`/uploads/-/system/${kind}/avatar/${created.body.id}/logo\\.png$`));
    expect((await owner.api.get(path)).body.avatar_url).toBe(url);
    const shown = await download(url, owner.token);
    expect(shown.content.equals(png)).toBe(true);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect((await download(url, stranger.token)).status).toBe(404);
    expect((await download(url)).status).toBe(404);

    const other = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(10)]);
    const replaced = await owner.api.put(path, form({}, other, 'new one.gif'));
    expect(replaced.body.avatar_url).toMatch(/\/new_one\.gif$/);
    expect((await download(url, owner.token)).status).toBe(404);
    expect((await download(replaced.body.avatar_url, owner.token)).content.equals(other)).toBe(true);
    expect((await owner.api.put(path, { description: 'kept' })).body.avatar_url).toBe(replaced.body.avatar_url);

    expect((await owner.api.put(path, { avatar: '' })).body.avatar_url).toBeNull();
    expect((await download(replaced.body.avatar_url, owner.token)).status).toBe(404);
  });

  it.each([
    ['no picture', Buffer.from('<svg onload="alert(1)"/>'), 'logo.png', /^file format is not supported/],
    ['of another format', png, 'logo.svg', /^file format is not supported/],
    ['too big', Buffer.concat([png, Buffer.alloc(200 * 1024)]), 'logo.png', /^is too big/],
  ])('is rejected if it is %s', async (_what, content, name, problem) => {
    const { id } = await make(owner.api);
    const { status, body } = await owner.api.put(`${route}/${id}`, form({}, content, name));
    expect(status).toBe(400);
    expect(body).toEqual({ message: { avatar: [expect.stringMatching(problem)] } });
    expect((await owner.api.get(`${route}/${id}`)).body.avatar_url).toBeNull();
  });

  it('is rejected as a string or object', async () => {
    const { id } = await make(owner.api);
    for (const avatar of ['text', { name: 'a.png', content: png.toString('base64') }]) {
      const { status, body } = await owner.api.put(`${route}/${id}`, { avatar });
      expect({ status, body }).toEqual({ status: 400, body: { error: 'avatar is invalid' } });
    }
  });
});
