import { randomBytes } from 'node:crypto';
import { asRoot, createUser, mesh, unique, type TestUser } from '@forgemesh/testing';

const root = asRoot();
const password = 'a-long-password-1';

describe('git over HTTP with a password', () => {
  let user: TestUser;
  let path: string;
  beforeAll(async () => {
    user = await createUser();
    const { body } = await user.api.post('/projects', { name: unique('project'), initialize_with_readme: true });
    path = body.path_with_namespace;
  });

  async function speak(login: string, secret: string, service = 'git-upload-pack') {
    const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    const answer = await fetch(`${mesh().url}/${path}.git/info/refs?service=${service}`, {
      headers: { Authorization: authorization },
    });
    return { status: answer.status, text: await answer.text() };
  }

  it('is for the user with that name or email, to read and to write what he may', async () => {
    for (const login of [user.username, user.username.toUpperCase(), `${user.username}@example.com`])
      expect((await speak(login, password)).status).toBe(200);
    expect((await speak(user.username, password, 'git-receive-pack')).status).toBe(200);
    expect((await speak((await createUser()).username, password)).status).toBe(404);
    // A token comes with any name.
    expect((await speak(user.username, user.token)).status).toBe(200);
    expect((await speak('oauth2', user.token)).status).toBe(200);
  });

  it('is refused where it is wrong, or whoever has it may not sign in', async () => {
    const [blocked, unconfirmed] = await Promise.all([createUser(), createUser({ skip_confirmation: false })]);
    await root.post(`/users/${blocked.id}/block`);
    const refused = { status: 401, text: 'HTTP Basic: Access denied\n' };
    expect(await speak(user.username, 'another-password')).toEqual(refused);
    expect(await speak(unique('nobody'), password)).toEqual(refused);
    expect(await speak(blocked.username, password)).toEqual(refused);
    expect(await speak(unconfirmed.username, password)).toEqual(refused);
    expect(await speak('oauth2', password)).toEqual(refused);
  });

  it('cannot be guessed', async () => {
    const victim = await createUser();
    for (let tries = 0; tries < 10; tries++) expect((await speak(victim.username, `guess-${tries}`)).status).toBe(401);
    expect((await speak(victim.username, password)).status).toBe(429);
    expect((await speak(victim.username, victim.token)).status).toBe(404);
  });

  it('is not used up by a machine whose token has ended', async () => {
    const [hexadecimal, ended] = [randomBytes(32).toString('hex'), `glpat-${randomBytes(15).toString('base64url')}`];
    const [owner, careful] = await Promise.all([createUser(), createUser({ password: hexadecimal })]);
    for (let tries = 0; tries < 10; tries++) expect((await speak(owner.username, ended)).status).toBe(401);
    expect((await speak(owner.username, ended)).status).toBe(429);
    // Who is known is told that the project is not there for him.
    expect((await speak(owner.username, password)).status).toBe(404);
    // A password that looks like a token is a password all the same.
    expect((await speak(careful.username, hexadecimal)).status).toBe(404);
  });

  it('is refused in clear words where the instance takes tokens alone', async () => {
    await root.put('/application/settings', { password_authentication_enabled_for_git: false });
    try {
      const { status, text } = await speak(user.username, password);
      expect(status).toBe(401);
      expect(text).toMatch(/^HTTP Basic: Access denied\nYou must use a personal access token with/);
      expect((await speak(user.username, user.token)).status).toBe(200);
    } finally {
      await root.put('/application/settings', { password_authentication_enabled_for_git: true });
    }
  });
});
