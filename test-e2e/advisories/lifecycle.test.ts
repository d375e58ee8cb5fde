/** Published attacks with revoked tokens, blocked users and well-known credentials. */
import { createConnection } from 'mongoose';
import {
  api,
  asRoot,
  createUser,
  mesh,
  create,
  createProjectWithReadme,
  type TestUser,
  type TestProject,
} from '@forgemesh/testing';
import { download, upload } from '../support/uploads';
import { cloneUrl, git, temporaryFolder } from '../support/git';
import { addKey, createKey, withKey } from '../support/ssh';

const root = asRoot();
const password = 'a-long-password-1';
const folder = temporaryFolder('advisories');

interface SignIn {
  access_token: string;
  refresh_token: string;
}

async function post(path: string, fields: Record<string, string>): Promise<{ status: number; body: SignIn }> {
  const response = await fetch(`${mesh().url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as SignIn };
}

const signIn = (username: string, text = password) =>
  post('/oauth/token', { grant_type: 'password', username, password: text });
const refresh = (token: string) => post('/oauth/token', { grant_type: 'refresh_token', refresh_token: token });

const succeeds = (command: Promise<unknown>): Promise<boolean> =>
  command.then(
    () => true,
    () => false,
  );

/** A project of a user with an attached file. */
interface Place {
  project: TestProject;
  file: string;
}

async function createPlace(user: TestUser): Promise<Place> {
  const project = await createProjectWithReadme(user.api);
  return { project, file: (await upload(user.api, project, 'a.txt', 'attached'))['full_path'] as string };
}

/** What a token can access: REST with each way to send it, git, and files outside the API. */
async function accessOf(token: string, { project, file }: Place): Promise<Record<string, boolean>> {
  const { url } = mesh();
  const path = `${url}/api/v4/projects/${project.id}`;
  const isOk = async (request: Promise<{ status: number }>): Promise<boolean> => (await request).status === 200;
  return {
    header: await isOk(fetch(path, { headers: { 'PRIVATE-TOKEN': token } })),
    bearer: await isOk(fetch(path, { headers: { Authorization: `Bearer ${token}` } })),
    query: await isOk(fetch(`${path}?private_token=${token}`)),
    'access token': await isOk(fetch(`${path}?access_token=${token}`)),
    raw: await isOk(fetch(`${path}/repository/files/README.md/raw?ref=HEAD&private_token=${token}`)),
    archive: await isOk(fetch(`${path}/repository/archive?private_token=${token}`)),
    upload: await isOk(download(file, token)),
    git: await succeeds(git(folder, 'ls-remote', cloneUrl(url, project.path_with_namespace, token))),
  };
}

const all = (isOpen: boolean) => ({
  header: isOpen,
  bearer: isOpen,
  query: isOpen,
  'access token': isOpen,
  raw: isOpen,
  archive: isOpen,
  upload: isOpen,
  git: isOpen,
});

describe('CVE-2020-13294: revoking a token invalidates everything derived from and cached for it', () => {
  let user: TestUser;
  let place: Place;
  beforeAll(async () => {
    user = await createUser();
    place = await createPlace(user);
  });

  it.each(['access_token', 'refresh_token'] as const)('of a sign-in, by its %s', async (name) => {
    const first = (await signIn(user.username)).body;
    const second = (await refresh(first.refresh_token)).body;
    expect(await accessOf(second.access_token, place)).toEqual(all(true));
    expect((await post('/oauth/revoke', { token: second[name] })).status).toBe(200);
    for (const { access_token } of [first, second]) expect(await accessOf(access_token, place)).toEqual(all(false));
    for (const { refresh_token } of [first, second]) expect((await refresh(refresh_token)).status).toBe(401);
    // Other credentials of the user are not affected.
    expect((await user.api.get('/user')).status).toBe(200);
  });

  it('by a second use of a refresh token', async () => {
    const first = (await signIn(user.username)).body;
    const second = (await refresh(first.refresh_token)).body;
    expect(await accessOf(second.access_token, place)).toEqual(all(true));
    expect((await refresh(first.refresh_token)).status).toBe(401);
    expect(await accessOf(second.access_token, place)).toEqual(all(false));
    expect((await refresh(second.refresh_token)).status).toBe(401);
  });

  it('of a personal access token', async () => {
    const path = '/personal_access_tokens';
    const { id, token } = await create(user.api, path, { name: 'robot', scopes: ['api'] });
    expect(await accessOf(token as string, place)).toEqual(all(true));
    expect((await user.api.delete(`${path}/${id}`)).status).toBe(204);
    expect(await accessOf(token as string, place)).toEqual(all(false));
  });

  it('of an impersonation token, and of all sign-ins by a new password', async () => {
    const other = await createUser();
    const its = await createPlace(other);
    const { access_token: token } = (await signIn(other.username)).body;
    expect(await accessOf(other.token, its)).toEqual(all(true));
    expect(await accessOf(token, its)).toEqual(all(true));
    const tokens = `/users/${other.id}/impersonation_tokens`;
    const [{ id }] = (await root.get(tokens)).body;
    await root.delete(`${tokens}/${id}`);
    await root.put(`/users/${other.id}`, { password: 'another-password-1' });
    expect(await accessOf(other.token, its)).toEqual(all(false));
    expect(await accessOf(token, its)).toEqual(all(false));
  });
});

describe('CVE-2023-1555: a blocked user is refused everywhere', () => {
  it('and accepted again when the block ends, except sign-ins', async () => {
    const user = await createUser();
    const place = await createPlace(user);
    const key = await createKey(folder);
    await addKey(user, key);
    const { token } = await create(user.api, '/personal_access_tokens', { name: 'robot', scopes: ['api'] });
    const trigger = await create(user.api, `/projects/${place.project.id}/triggers`, { description: 'x' });
    const session = (await signIn(user.username)).body;

    const overSsh = () =>
      succeeds(git(folder, ...withKey(key), 'ls-remote', place.project['ssh_url_to_repo'] as string));
    const withPassword = () => {
      const url = cloneUrl(mesh().url, place.project.path_with_namespace, password, user.username);
      return succeeds(git(folder, 'ls-remote', url));
    };
    const runTrigger = async () => {
      const path = `/projects/${place.project.id}/trigger/pipeline`;
      const { body } = await api().post(path, { token: trigger['token'], ref: place.project.default_branch });
      return JSON.stringify(body);
    };

    const tokens = [user.token, token as string];
    for (const each of [...tokens, session.access_token]) expect(await accessOf(each, place)).toEqual(all(true));
    expect([await overSsh(), await withPassword()]).toEqual([true, true]);
    expect(await runTrigger()).toContain('Missing CI config file');

    expect((await root.post(`/users/${user.id}/block`)).status).toBe(201);
    for (const each of [...tokens, session.access_token]) expect(await accessOf(each, place)).toEqual(all(false));
    expect([await overSsh(), await withPassword()]).toEqual([false, false]);
    expect(await runTrigger()).not.toContain('Missing CI config file');
    expect((await refresh(session.refresh_token)).status).toBe(401);
    expect((await signIn(user.username)).status).toBe(401);

    expect((await root.post(`/users/${user.id}/unblock`)).status).toBe(201);
    for (const each of tokens) expect(await accessOf(each, place)).toEqual(all(true));
    expect([await overSsh(), await withPassword()]).toEqual([true, true]);
    expect(await accessOf(session.access_token, place)).toEqual(all(false));
  });
});

describe('CVE-2022-1162: there are no well-known credentials', () => {
  const knownPasswords = ['password', '5iveL!fe', 'admin', 'changeme', '123qweQWE!@#000000000', ''];

  it('of users without a chosen password', async () => {
    const { mongodbUri, databasePrefix } = mesh();
    const made = await Promise.all(
      [{ force_random_password: true }, { force_random_password: true }, { reset_password: true }].map((fields) =>
        createUser({ password: undefined, ...fields }),
      ),
    );
    for (const { username, id } of made) {
      const derived = [username, `${username}@example.com`, String(id)];
      for (const text of [...knownPasswords, ...derived].slice(0, 9))
        expect((await signIn(username, text)).status).toBe(401);
    }
    const connection = await createConnection(mongodbUri, { dbName: `${databasePrefix}_identity` }).asPromise();
    const users = connection.collection<{ _id: number; password_hash?: string }>('users');
    const stored = await users.find({ _id: { $in: made.map(({ id }) => id) } }).toArray();
    await connection.close();
    expect(stored).toHaveLength(made.length);
    const hashes = stored.flatMap(({ password_hash: hash }) => hash ?? []);
    expect(new Set(hashes).size).toBe(hashes.length);
    // The same request signs in a user who has chosen a password.
    const other = await createUser();
    expect((await signIn(other.username)).status).toBe(200);
  });

  it('of the first administrator, whose token is random', async () => {
    for (const text of knownPasswords.slice(1, 3)) expect((await signIn('root', text)).status).toBe(401);
    for (const token of ['root', 'admin', 'token', 'ypCa3Dzb23o5nvsixwPA', `glpat-${'a'.repeat(20)}`, ''])
      expect((await api(token).get('/application/settings')).status).toBe(401);
    expect(mesh().rootToken.length).toBeGreaterThanOrEqual(20);
    expect((await root.get('/application/settings')).status).toBe(200);
  });
});
