import { randomBytes } from 'node:crypto';
import { asRoot, createUser, getAccount, postAccount, waitFor, mesh, meshCaller, unique } from '@forgemesh/testing';
import { EmailConfirmationServiceDefinition } from '@forgemesh/proto/identity/v1/email_confirmation';
import { DirectoryServiceDefinition } from '@forgemesh/proto/identity/v1/directory';

const caller = meshCaller();
const confirmations = caller.client(EmailConfirmationServiceDefinition, 'identity');
const directory = caller.client(DirectoryServiceDefinition, 'identity');
afterAll(() => caller.close());

const root = asRoot();

async function linkOf({ id }: { id: number }, email: string): Promise<string> {
  const issued = await confirmations.issueEmailConfirmation({ user_id: id, email });
  expect(issued).toMatchObject({ email, token: expect.stringMatching(/^[\w-]{43}$/) });
  return issued.token;
}

const open = (token: string) => getAccount('email_confirmation', { token });
const confirm = (token: string) => postAccount('email_confirmation', { token });

async function signIn(username: string): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', username, password: 'a-long-password-1' });
  return (await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body })).status;
}

async function verifiedOf({ id }: { id: number }): Promise<string[]> {
  return (await directory.listUserProfiles({ ids: [id] })).users[0]?.verified_emails ?? [];
}

const invalid = { status: 404, body: { message: '404 Link Not Found' } };

describe('GET and POST /-/account/email_confirmation', () => {
  it('confirms the email of a new user, who can then sign in with a password', async () => {
    const user = await createUser({ skip_confirmation: false });
    const email = `${user.username}@example.com`;
    const token = await linkOf(user, email);
    const page = await open(token);
    expect(page).toEqual({ status: 200, body: { email, username: user.username } });
    // Mail servers follow links automatically.
    expect([(await user.api.get('/user')).body.confirmed_at, await signIn(user.username)]).toEqual([null, 401]);
    expect(await confirm(token)).toEqual({ status: 200, body: { email, username: user.username } });
    expect((await user.api.get('/user')).body.confirmed_at).toMatch(/Z$/);
    expect(await signIn(user.username)).toBe(200);
    expect([await open(token), await confirm(token)]).toEqual([invalid, invalid]);
  });

  it('confirms a secondary email, which identifies its user from then on', async () => {
    const user = await createUser();
    const email = `${unique('Further')}@example.com`;
    const { id } = (await user.api.post('/user/emails', { email })).body;
    expect(await verifiedOf(user)).not.toContain(email.toLowerCase());
    expect((await confirm(await linkOf(user, email))).status).toBe(200);
    expect((await user.api.get(`/user/emails/${id}`)).body).toEqual({
      id,
      email,
      confirmed_at: expect.stringMatching(/Z$/),
    });
    expect(await verifiedOf(user)).toEqual([`${user.username}@example.com`, email.toLowerCase()]);
  });

  it('makes a changed email the primary one, if the instance requires confirmation', async () => {
    const user = await createUser();
    const [before, email] = [`${user.username}@example.com`, `${unique('next')}@example.com`];
    await root.put('/application/settings', { send_user_confirmation_email: true });
    try {
      expect((await root.put(`/users/${user.id}`, { email })).body.email).toBe(before);
    } finally {
      await root.put('/application/settings', { send_user_confirmation_email: false });
    }
    expect((await confirm(await linkOf(user, email))).status).toBe(200);
    expect((await user.api.get('/user')).body).toMatchObject({ email, confirmed_at: expect.stringMatching(/Z$/) });
    expect((await user.api.get('/user/emails')).body).toMatchObject([
      { email: before, confirmed_at: expect.any(String) },
    ]);
    await waitFor(
      () => verifiedOf(user),
      (emails) => emails.join() === [email, before].join(),
    );
  });

  it('is invalidated by a later link, and by the removal of the email', async () => {
    const user = await createUser();
    const emails = [1, 2].map(() => `${unique('gone')}@example.com`) as [string, string];
    const [first, second] = await Promise.all(emails.map((email) => user.api.post('/user/emails', { email })));
    const links = [await linkOf(user, emails[0]), await linkOf(user, emails[1])];
    const later = await linkOf(user, emails[0]);
    await user.api.delete(`/user/emails/${second?.body.id}`);
    for (const link of links) expect(await confirm(link)).toEqual(invalid);
    expect((await user.api.get(`/user/emails/${first?.body.id}`)).body.confirmed_at).toBeNull();
    expect((await confirm(later)).status).toBe(200);
    // There is nothing left to confirm.
    for (const email of [...emails, `${user.username}@example.com`, 'nobody@example.com'])
      expect(await confirmations.issueEmailConfirmation({ user_id: user.id, email })).toMatchObject({ email: '' });
  });

  it('requires a valid link, and limits guesses', async () => {
    for (const token of ['', 'x', '"><script>alert(1)</script>', '\u0000'])
      expect([await open(token), await confirm(token)]).toEqual([invalid, invalid]);
    const address = '198.51.100.78';
    const guess = () => confirmations.confirmEmail({ token: randomBytes(32).toString('base64url'), address });
    for (let tries = 0; tries < 100; tries++) await expect(guess()).rejects.toMatchObject({ reason: 'not_found' });
    await expect(guess()).rejects.toMatchObject({ reason: 'too_many_requests' });
  });
});
