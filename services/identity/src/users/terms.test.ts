import {
  api,
  asRoot,
  createUser,
  mesh,
  meshCaller,
  unique,
  createProjectWithReadme,
  type TestUser,
} from '@forgemesh/testing';
import { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { newSshKey } from '#testing/new-keys';
import { parseSshKey } from '#credentials/ssh-keys/parse-ssh-key';

const root = asRoot();
const password = 'a-long-password-1';
const path = '/-/users/terms';

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

async function open() {
  const response = await fetch(`${mesh().url}${path}`);
  const text = await response.text();
  return { status: response.status, text, version: /name="version" value="(\w+)"/.exec(text)?.[1] ?? '' };
}

async function accept(fields: { login?: string; secret: string; version?: string }) {
  const { version } = await open();
  const body = new URLSearchParams({ version, login: '', ...fields });
  const response = await fetch(`${mesh().url}${path}`, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
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
    `To accept these terms, please open ${mesh().url}${path} in a web browser.`
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
    expect(await root.get('/user')).toMatchObject({ status: 403 });
    expect(await root.get('/application/settings')).toMatchObject({ status: 200, body: { enforce_terms: true } });
    expect((await user.api.get('/application/settings')).body).toEqual({ message: '403 Forbidden' });
  });

  it('are accepted by password or token, which restores access', async () => {
    await enforce();
    expect(await accept({ login: user.username, secret: password })).toEqual({
      status: 200,
      text: expect.stringContaining(`<strong>${user.username}</strong>`),
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
    const wrong = [
      [
        { login: other.username, secret: 'another-password' },
        'The user name and password, or the token, are not valid.',
      ],
      [{ login: user.username, secret: other.token }, 'The user name and password, or the token, are not valid.'],
      [{ login: '', secret: '' }, 'The user name and password, or the token, are not valid.'],
      [{ secret: reader.token }, 'needs the scope api'],
      [{ secret: other.token, version: 'x' }, 'The terms have changed'],
    ] as const;
    for (const [fields, problem] of wrong) {
      expect(await accept(fields)).toEqual({ status: 422, text: expect.stringContaining(problem) });
    }
    expect((await other.api.get('/user')).status).toBe(403);
    const { text } = await accept({ login: '"><script>alert(1)</script>', secret: 'x' });
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(text).not.toContain('<script>');
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

describe('GET /-/users/terms', () => {
  it('shows them as sanitized text', async () => {
    await enforce(
      '# Rules\n\n**Be kind** <script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))',
    );
    const { status, text } = await open();
    expect(status).toBe(200);
    expect(text).toContain('<strong>Be kind</strong>');
    expect(text).not.toMatch(/<script|onerror=|href="javascript:/);
  });

  it('shows terms that are not enforced, which block no one', async () => {
    await root.put('/application/settings', { terms: unique('free'), enforce_terms: false });
    expect((await user.api.get('/user')).status).toBe(200);
    expect((await accept({ secret: user.token })).status).toBe(200);
  });

  it('responds that there are none', async () => {
    expect(await open()).toMatchObject({ status: 404, text: expect.stringContaining('has no terms') });
  });
});
