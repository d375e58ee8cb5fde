/** Raw files and archives of repositories in an external storage, which fetches them from here. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  asRoot,
  createUser,
  getPage,
  mesh,
  waitFor,
  commitFile,
  createMember,
  createProjectWithReadme,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { withSettings } from './support/settings';

const settingsPath = '/application/settings';
const secret = 'shared-with-the-storage';
const SECRET_HEADER = 'X-Gitlab-External-Storage-Token';
const TOKEN_HEADER = 'X-Gitlab-Static-Object-Token';
const asStorage = { [SECRET_HEADER]: secret };
const asBrowser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** A storage that holds nothing: it fetches each object, and sends the token in a header. */
function createStorage(): Server {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://storage.example');
    const token = searchParams.get('token');
    void fetch(`${mesh().url}${pathname.replace(/^\/objects/, '')}`, {
      method: request.method ?? 'GET',
      headers: { ...asStorage, ...(token !== null && { [TOKEN_HEADER]: token }) },
    }).then(async (object) => {
      response.writeHead(object.status, { 'Content-Type': object.headers.get('content-type') ?? 'text/plain' });
      response.end(Buffer.from(await object.arrayBuffer()));
    });
  });
}

describe('an external storage of static objects', () => {
  let storage: Server;
  let url: string;
  let owner: TestUser;
  let hidden: TestProject;
  let shown: TestProject;
  let settings: Record<string, string>;
  const file = ({ path_with_namespace: path }: TestProject): string => `/${path}/-/raw/master/a%20b.txt`;
  const archive = ({ path_with_namespace: path }: TestProject): string => `/${path}/-/archive/master/x.zip`;
  const addressOf = async (path: string, headers: Record<string, string | undefined> = {}): Promise<URL> => {
    const response = await getPage(path, headers);
    expect([path, response.status]).toEqual([path, 302]);
    return new URL(response.headers.get('location') ?? '');
  };
  const tokenOf = async (user: TestUser): Promise<string> =>
    (await addressOf(file(hidden), { token: user.token })).searchParams.get('token') ?? '';
  const statusFor = async (headers: Record<string, string>, path = file(hidden)): Promise<number> =>
    (await getPage(path, { ...asStorage, ...headers })).status;
  /** Runs work with the storage in effect. */
  const withStorage = (run: () => Promise<void>): Promise<void> =>
    withSettings(settings, async () => {
      await waitFor(
        () => getPage(file(shown)),
        ({ status }) => status === 302,
      );
      await run();
    });

  beforeAll(async () => {
    storage = createStorage().listen(0, '127.0.0.1');
    await new Promise((resolve) => storage.once('listening', resolve));
    url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/objects`;
    settings = {
      static_objects_external_storage_url: `${url}/`,
      static_objects_external_storage_auth_token: secret,
    };
    owner = await createUser();
    hidden = await createProjectWithReadme(owner.api);
    shown = await createProjectWithReadme(owner.api, { visibility: 'public' });
    await commitFile(owner.api, `/projects/${hidden.id}`, {
      path: 'a b.txt',
      content: 'Hidden\n',
      branch: hidden.default_branch,
    });
    await commitFile(owner.api, `/projects/${shown.id}`, {
      path: 'a b.txt',
      content: 'Shown\n',
      branch: shown.default_branch,
    });
  });
  afterAll(() => new Promise((resolve) => storage.close(resolve)));

  describe('GET /:id/-/raw/:address and /:id/-/archive/:address', () => {
    it('redirects to the objects of a public project without a token', async () => {
      await withStorage(async () => {
        for (const headers of [{}, { token: owner.token }, asBrowser])
          expect((await addressOf(`${file(shown)}?inline=false`, headers)).href).toBe(
            `${url}${file(shown)}?inline=false`,
          );
        expect((await addressOf(archive(shown))).href).toBe(`${url}${archive(shown)}`);
        expect(await (await fetch(`${mesh().url}${file(shown)}`)).text()).toBe('Shown\n');
        const packed = Buffer.from(await (await fetch(`${mesh().url}${archive(shown)}`)).arrayBuffer());
        expect(packed.subarray(0, 2).toString()).toBe('PK');
        const head = await fetch(`${mesh().url}${file(shown)}`, { method: 'HEAD', redirect: 'manual' });
        expect([head.status, head.headers.get('location')]).toEqual([302, `${url}${file(shown)}`]);
        expect((await fetch(`${mesh().url}${file(shown)}`, { method: 'HEAD' })).status).toBe(200);
      });
      expect(
        (
          await waitFor(
            () => getPage(file(shown)),
            ({ status }) => status === 200,
          )
        ).text,
      ).toBe('Shown\n');
    });

    it('redirects with the token of the user who needs access', async () => {
      await withStorage(async () => {
        const address = await addressOf(`${file(hidden)}?private_token=${owner.token}&access_token=x&token=y&inline=1`);
        const token = address.searchParams.get('token') ?? '';
        expect(token).toMatch(new RegExp(`^${owner.id}-[\\w-]{20}$`));
        expect(address.href).toBe(`${url}${file(hidden)}?inline=1&token=${token}`);
        const response = await getPage(file(hidden), { token: owner.token });
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('location')).toBe(`${url}${file(hidden)}?token=${token}`);
        expect(await (await fetch(address)).text()).toBe('Hidden\n');
        expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
        expect((await fetch(await addressOf(archive(hidden), { token: owner.token }))).status).toBe(200);
        expect(await statusFor({}, `${file(hidden)}?token=${token}`)).toBe(200);
        const reporter = await createMember(owner.api, `/projects/${hidden.id}`, 20);
        expect(await statusFor({ [TOKEN_HEADER]: await tokenOf(reporter) })).toBe(200);
      });
    });

    it('adds the token where only members may read the code of a public project', async () => {
      const limited = await createProjectWithReadme(owner.api, {
        visibility: 'public',
        repository_access_level: 'private',
      });
      await withStorage(async () => {
        const address = await addressOf(`/${limited.path_with_namespace}/-/raw/master/README.md`, {
          token: owner.token,
        });
        expect(address.searchParams.get('token')).not.toBeNull();
        expect((await fetch(address)).status).toBe(200);
      });
    });

    it('redirects nobody who may not read the object', async () => {
      const stranger = await createUser();
      const guest = await createMember(owner.api, `/projects/${hidden.id}`, 10);
      await withStorage(async () => {
        for (const path of [file(hidden), archive(hidden)]) {
          expect((await getPage(path)).status).toBe(404);
          expect((await getPage(path, { token: stranger.token })).status).toBe(404);
          expect((await getPage(path, { token: guest.token })).status).toBe(403);
          expect((await getPage(path, { token: 'wrong' })).status).toBe(401);
        }
        // The page signs the user in.
        expect((await getPage(file(hidden), asBrowser)).headers.get('content-type')).toContain('text/html');
      });
    });

    it('serves the storage with the rights of the user alone', async () => {
      const stranger = await createUser();
      await withStorage(async () => {
        const token = await tokenOf(owner);
        expect(await statusFor({})).toBe(404);
        expect(await statusFor(asBrowser)).toBe(404);
        expect(await statusFor({}, file(shown))).toBe(200);
        expect((await getPage(file(shown), { ...asStorage, ...asBrowser })).text).toBe('Shown\n');
        const other = (await addressOf(file(await createProjectWithReadme(stranger.api)), { token: stranger.token }))
          .searchParams;
        expect(await statusFor({ [TOKEN_HEADER]: other.get('token') ?? '' })).toBe(404);
        for (const wrong of [`${owner.id}-${'x'.repeat(20)}`, `0-${'x'.repeat(20)}`, 'x', 'x'.repeat(100), owner.token])
          expect([wrong, await statusFor({ [TOKEN_HEADER]: wrong })]).toEqual([wrong, 401]);
        // The token is accepted nowhere else, and from nobody else.
        expect((await getPage(file(hidden), { token })).status).toBe(401);
        expect((await getPage(`${file(hidden)}?token=${token}`)).status).toBe(404);
        expect((await getPage(`/api/v4/projects/${hidden.id}`, { ...asStorage, [TOKEN_HEADER]: token })).status).toBe(
          404,
        );
      });
      expect(
        await waitFor(
          () => statusFor({}, file(shown)),
          (status) => status === 200,
        ),
      ).toBe(200);
    });

    it('refuses a wrong secret with 401', async () => {
      await withStorage(async () => {
        const token = await tokenOf(owner);
        for (const wrong of ['wrong', `${secret}x`, secret.slice(1)])
          for (const path of [file(shown), file(hidden), archive(shown)])
            expect(await statusFor({ [SECRET_HEADER]: wrong, [TOKEN_HEADER]: token }, path)).toBe(401);
      });
      expect((await getPage(file(shown), { [SECRET_HEADER]: 'wrong' })).status).toBe(200);
    });

    it('refuses the token of a blocked or deleted user', async () => {
      const member = await createMember(owner.api, `/projects/${hidden.id}`, 20);
      await withStorage(async () => {
        const token = { [TOKEN_HEADER]: await tokenOf(member) };
        expect(await statusFor(token)).toBe(200);
        await asRoot().post(`/users/${member.id}/block`);
        expect(await statusFor(token)).toBe(403);
        await asRoot().post(`/users/${member.id}/unblock`);
        expect(await statusFor(token)).toBe(200);
        await asRoot().delete(`/users/${member.id}`);
        expect(
          await waitFor(
            () => statusFor(token),
            (status) => status === 401,
          ),
        ).toBe(401);
      });
    });

    it('does not count the requests of the storage as those of a client', async () => {
      const limited = await createProjectWithReadme(owner.api, { visibility: 'public' });
      const path = `/${limited.path_with_namespace}/-/raw/master/README.md`;
      await withStorage(() =>
        withSettings({ raw_blob_request_limit: 1 }, async () => {
          expect([await statusFor({}, path), await statusFor({}, path)]).toEqual([200, 200]);
          expect([(await getPage(path)).status, (await getPage(path)).status]).toEqual([302, 429]);
        }),
      );
    });
  });

  it('leaves the operations of the API as they are', async () => {
    await withStorage(async () => {
      const path = `/projects/${hidden.id}/repository`;
      expect((await owner.api.get(`${path}/files/a%20b.txt/raw?ref=master`)).body).toBe('Hidden\n');
      expect((await getPage(`/api/v4${path}/archive.zip`, { token: owner.token })).status).toBe(200);
    });
  });

  describe('DELETE /user/static_object_token', () => {
    it('ends the addresses with the token', async () => {
      const member = await createMember(owner.api, `/projects/${hidden.id}`, 20);
      await withStorage(async () => {
        const token = await tokenOf(member);
        expect(await tokenOf(member)).toBe(token);
        const { status, body } = await member.api.delete('/user/static_object_token');
        expect([status, body]).toEqual([204, undefined]);
        expect(await statusFor({ [TOKEN_HEADER]: token })).toBe(401);
        const next = await tokenOf(member);
        expect(next).not.toBe(token);
        expect(await statusFor({ [TOKEN_HEADER]: next })).toBe(200);
      });
    });
  });

  describe('PUT /application/settings', () => {
    it('requires the token of the storage while it has a URL', async () => {
      const root = asRoot();
      const { static_objects_external_storage_url: address } = settings;
      const missing = await root.put(settingsPath, { static_objects_external_storage_url: address });
      expect([missing.status, missing.body]).toEqual([
        400,
        { error: 'static_objects_external_storage_auth_token is missing' },
      ]);
      await withStorage(async () => {
        const { body } = await root.get(settingsPath);
        expect(body.static_objects_external_storage_url).toBe(address);
        expect(body.static_objects_external_storage_auth_token).toBe('********');
        const cleared = await root.put(settingsPath, { static_objects_external_storage_auth_token: null });
        expect([cleared.status, cleared.body]).toEqual([
          400,
          { message: { static_objects_external_storage_auth_token: ["can't be blank"] } },
        ]);
      });
    });

    it.each([
      'storage.example',
      'ftp://a.example',
      'https://u:p@a.example',
      'https://a.example?b',
      'https://a.example/#b',
    ])('refuses %s as a URL', async (address) => {
      const { status, body } = await asRoot().put(settingsPath, {
        ...settings,
        static_objects_external_storage_url: address,
      });
      expect(status).toBe(400);
      expect(Object.keys(body.message)).toEqual(['static_objects_external_storage_url']);
    });
  });
});
