import {
  api,
  asRoot,
  createUser,
  getAccount,
  mesh,
  meshCaller,
  postAccount,
  unique,
  createProjectWithReadme,
  type TestUser,
} from '@forgemesh/testing';
import { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { newSshKey } from '#testing/new-keys';
import { parseSshKey } from '#credentials/ssh-keys/parse-ssh-key';

const root = asRoot();
const password = 'a-long-password-1';
const page = '/-/users/terms';

let user: TestUser;
let other: TestUser;
let reader: TestUser;
let project: { id: number; path_with_namespace: string };
let deployToken: { username: string; token: string };

beforeAll(async () => {
  [user, other, reader] = await Promise.all([createUser(), createUser(), createUser({}, ['read_api'])]);
  project = await createProjectWithReadme(user.api);
  const fields = { name: 'machine', scopes: ['read_repository'] };
  deployToken = (await user.api.post(`/projects/${project.id}/deploy_tokens`, fields)).body;
});
afterEach(async () => {
  const { status } = await root.put('/application/settings', { enforce_terms: false, terms: null });
  expect(status).toBe(200);
});

/** Enforces terms that no user has accepted. */
async function enforce(text = `**Be kind** ${unique('terms')}`): Promise<string> {
  const { status } = await root.put('/application/settings', { terms: text, enforce_terms: true });
  expect(status).toBe(200);
  return text;
}

const open = () => getAccount('terms');

async function accept(fields: { login?: string; secret: string; version?: string }) {
  const { version } = (await open()).body;
  return postAccount('terms', { version, login: '', ...fields });
}

async function requestGitWith(login: string, secret: string) {
  const headers = { Authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}` };
  const repository = `${mesh().url}/${project.path_with_namespace}.git`;
  const response = await fetch(`${repository}/info/refs?service=git-upload-pack`, { headers });
  return { status: response.status, text: await response.text() };
}

function sentence(username: string): string {
  return (
    `You (@${username}) must accept the Terms of Service in order to perform this action. ` +
    `To accept these terms, please open ${mesh().url}${page} in a web browser.`
  );
}

describe('enforced terms', () => {
  it('block users who have not accepted them from the API and git', async () => {
    await enforce();
    const refused = { status: 403, body: { message: `403 Forbidden - ${sentence(user.username)}` } };
    for (const path of ['/user', '/projects', `/projects/${project.id}`]) {
      expect(await user.api.get(path)).toMatchObject(refused);
    }
    expect(await user.api.post('/projects', { name: unique('refused') })).toMatchObject(refused);
    const refusal = { status: 403, text: `${sentence(user.username)}\n` };
    expect(await requestGitWith('oauth2', user.token)).toEqual(refusal);
    expect(await requestGitWith(user.username, password)).toEqual(refusal);
    expect((await api('no-token').get('/user')).status).toBe(401);
  });

  it('block the holder of an SSH key', async () => {
    const key = newSshKey();
    expect((await other.api.post('/user/keys', { title: 'one', key })).status).toBe(201);
    const caller = meshCaller();
    try {
      const { fingerprint_sha256 = '' } = parseSshKey(key) ?? {};
      const authenticate = () =>
        caller.client(SshKeyHolderServiceDefinition, 'identity').getSshKeyHolder({ fingerprint_sha256, address: '' });
      expect((await authenticate()).user?.id).toBe(other.id);
      await enforce();
      await expect(authenticate()).rejects.toMatchObject({ reason: 'forbidden' });
    } finally {
      caller.close();
    }
  });

  it('do not apply to machines, anonymous callers, and administrators in the settings', async () => {
    await enforce();
    expect((await requestGitWith(deployToken.username, deployToken.token)).status).toBe(200);
    expect((await api().get('/projects')).status).toBe(200);
    expect((await user.api.get('/version')).status).toBe(200);
    expect((await user.api.get('/metadata')).status).toBe(200);
    expect(await root.get('/user')).toMatchObject({ status: 403 });
    expect(await root.get('/application/settings')).toMatchObject({ status: 200, body: { enforce_terms: true } });
    expect((await user.api.get('/application/settings')).body).toEqual({ message: '403 Forbidden' });
  });

  it('are accepted by password or token, which restores access', async () => {
    await enforce();
    expect(await accept({ login: user.username, secret: password })).toEqual({
      status: 200,
      body: { username: user.username },
    });
    expect((await user.api.get('/user')).status).toBe(200);
    expect((await requestGitWith(user.username, password)).status).toBe(200);
    expect((await other.api.get('/user')).status).toBe(403);
    expect((await accept({ secret: other.token })).status).toBe(200);
    expect((await other.api.get('/user')).status).toBe(200);
    expect((await accept({ login: 'root', secret: mesh().rootToken })).status).toBe(200);
    expect((await root.get('/user')).status).toBe(200);
  });

  it('are only accepted by authenticated users', async () => {
    await enforce();
    const unauthenticated = { status: 401, body: { message: '401 Unauthorized' } };
    const wrong = [
      [{ login: other.username, secret: 'another-password' }, unauthenticated],
      [{ login: user.username, secret: other.token }, unauthenticated],
      [{ login: '', secret: '' }, unauthenticated],
      [{ login: '"><script>alert(1)</script>', secret: 'x' }, unauthenticated],
      [{ secret: reader.token }, { status: 403, body: { error: 'insufficient_scope', scope: 'api' } }],
      [
        { secret: other.token, version: 'x' },
        { status: 409, body: { message: '409 Conflict' } },
      ],
    ] as const;
    for (const [fields, refusal] of wrong) expect(await accept(fields)).toMatchObject(refusal);
    expect((await other.api.get('/user')).status).toBe(403);
  });

  it('must be accepted again after a change', async () => {
    const first = await enforce();
    await accept({ secret: user.token });
    await enforce(`${first}, and more`);
    expect((await user.api.get('/user')).status).toBe(403);
    await accept({ secret: user.token });
    expect((await user.api.get('/user')).status).toBe(200);
  });
});

describe('GET /-/account/terms', () => {
  it('shows them as sanitized text', async () => {
    await enforce(
      '# Rules\n\n**Be kind** <script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))',
    );
    const { status, body } = await open();
    expect(status).toBe(200);
    expect(body).toEqual({ version: expect.stringMatching(/^\w+$/), terms_html: expect.any(String) });
    expect(body['terms_html']).toContain('<strong>Be kind</strong>');
    expect(body['terms_html']).not.toMatch(/<script|onerror=|href="javascript:/);
  });

  it('shows terms that are not enforced, which block no one', async () => {
    await root.put('/application/settings', { terms: unique('free'), enforce_terms: false });
    expect((await user.api.get('/user')).status).toBe(200);
    expect((await accept({ secret: user.token })).status).toBe(200);
  });

  it('responds that there are none', async () => {
    expect(await open()).toEqual({ status: 404, body: { message: '404 Terms Not Found' } });
  });
});
