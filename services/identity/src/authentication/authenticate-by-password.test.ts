import { randomBytes } from 'node:crypto';
import { asRoot, createUser, mesh, unique, createProjectWithReadme, type TestUser } from '@forgemesh/testing';

const root = asRoot();
const password = 'a-long-password-1';

describe('git over HTTP with a password', () => {
  let user: TestUser;
  let path: string;
  beforeAll(async () => {
    user = await createUser();
    const body = await createProjectWithReadme(user.api);
    path = body.path_with_namespace;
  });

  async function requestRefs(login: string, secret: string, service = 'git-upload-pack') {
    const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    const response = await fetch(`${mesh().url}/${path}.git/info/refs?service=${service}`, {
      headers: { Authorization: authorization },
    });
    return { status: response.status, text: await response.text() };
  }

  it('authenticates the user with that name or email, with their permissions', async () => {
    for (const login of [user.username, user.username.toUpperCase(), `${user.username}@example.com`])
      expect((await requestRefs(login, password)).status).toBe(200);
    expect((await requestRefs(user.username, password, 'git-receive-pack')).status).toBe(200);
    expect((await requestRefs((await createUser()).username, password)).status).toBe(404);
    // A token is accepted with any username.
    expect((await requestRefs(user.username, user.token)).status).toBe(200);
    expect((await requestRefs('oauth2', user.token)).status).toBe(200);
  });

  it('is refused if it is wrong, or its user may not sign in', async () => {
    const [blocked, unconfirmed] = await Promise.all([createUser(), createUser({ skip_confirmation: false })]);
    await root.post(`/users/${blocked.id}/block`);
    const refused = { status: 401, text: 'HTTP Basic: Access denied\n' };
    expect(await requestRefs(user.username, 'another-password')).toEqual(refused);
    expect(await requestRefs(unique('nobody'), password)).toEqual(refused);
    expect(await requestRefs(blocked.username, password)).toEqual(refused);
    expect(await requestRefs(unconfirmed.username, password)).toEqual(refused);
    expect(await requestRefs('oauth2', password)).toEqual(refused);
  });

  it('cannot be guessed', async () => {
    const victim = await createUser();
    for (let tries = 0; tries < 10; tries++)
      expect((await requestRefs(victim.username, `guess-${tries}`)).status).toBe(401);
    expect((await requestRefs(victim.username, password)).status).toBe(429);
    expect((await requestRefs(victim.username, victim.token)).status).toBe(404);
  });

  it('is not exhausted by a machine with an expired token', async () => {
    const [hexadecimal, ended] = [randomBytes(32).toString('hex'), `glpat-${randomBytes(15).toString('base64url')}`];
    const [owner, careful] = await Promise.all([createUser(), createUser({ password: hexadecimal })]);
    for (let tries = 0; tries < 10; tries++) expect((await requestRefs(owner.username, ended)).status).toBe(401);
    expect((await requestRefs(owner.username, ended)).status).toBe(429);
    // An authenticated user gets 404 for a project that they cannot see.
    expect((await requestRefs(owner.username, password)).status).toBe(404);
    // A password that looks like a token is still a password.
    expect((await requestRefs(careful.username, hexadecimal)).status).toBe(404);
  });

  it('is refused with a clear message if the instance accepts tokens only', async () => {
    await root.put('/application/settings', { password_authentication_enabled_for_git: false });
    try {
      const { status, text } = await requestRefs(user.username, password);
      expect(status).toBe(401);
      expect(text).toMatch(/^HTTP Basic: Access denied\nYou must use a personal access token with/);
      expect((await requestRefs(user.username, user.token)).status).toBe(200);
    } finally {
      await root.put('/application/settings', { password_authentication_enabled_for_git: true });
    }
  });
});
