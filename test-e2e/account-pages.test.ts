/**
 * Account emails: an administrator creates a user, who receives a link, opens its page, and signs
 * in. An additional worker has a mail server.
 */
import {
  asRoot,
  createUser,
  getAccount,
  postAccount,
  waitFor,
  mesh,
  meshCaller,
  unique,
  addMember,
  type AccountResponse,
} from '@forgemesh/testing';
import { RegistrationServiceDefinition } from '@forgemesh/proto/identity/v1/registration';
import { startReplica, type ManagedProcess } from '../scripts/test/mesh.cjs';
import { cloneUrl, git, gitFailure, temporaryFolder } from './support/git';
import { startSmtpSink, type ReceivedMail, type SmtpSink } from './support/smtp-sink';

const caller = meshCaller();
const registrations = caller.client(RegistrationServiceDefinition, 'identity');
afterAll(() => caller.close());

const root = asRoot();
const password = 'a-chosen-password-1';

let sink: SmtpSink;
let worker: ManagedProcess;
beforeAll(async () => {
  sink = await startSmtpSink();
  const env = { FORGE_SMTP_URL: sink.url };
  worker = await startReplica({ service: 'deliveries', label: 'account-mails', mesh: mesh(), env });
  // Events published before the consumer was created are not delivered.
  const witness = await createUser();
  await waitFor(
    async () => {
      await root.put(`/users/${witness.id}`, { reset_password: true });
      return sink.received.length;
    },
    (count) => count > 0,
  );
});
afterAll(async () => {
  await worker?.stop();
  await sink?.close();
});

/** The first email to an address. */
async function mailTo(address: string): Promise<ReceivedMail> {
  const find = () => Promise.resolve(sink.received.find(({ to }) => to.includes(address)));
  return (await waitFor(find, (mail) => mail !== undefined)) as ReceivedMail;
}

/** The link in an email, which is the same in both parts. */
function linkOf({ text, html }: ReceivedMail, path: string): string {
  const [link = ''] = new RegExp(`${mesh().url}${path}\\?\\w+=[\\w-]{43}(?![\\w-])`).exec(text) ?? [];
  expect(link).not.toBe('');
  expect(html).toContain(`href="${link}"`);
  return link;
}

/** Opens a link as a browser does, and returns its token. */
async function openLink(link: string): Promise<string> {
  const { status, headers } = await fetch(link, { headers: { Accept: 'text/html' } });
  expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  return [...new URL(link).searchParams.values()].join();
}

async function setPassword(link: string): Promise<AccountResponse> {
  return postAccount('password_reset', {
    token: await openLink(link),
    password,
    password_confirmation: password,
  });
}

async function confirmEmail(link: string): Promise<AccountResponse> {
  return postAccount('email_confirmation', { token: await openLink(link) });
}

async function signIn(username: string): Promise<{ status: number; token: string }> {
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  const response = await fetch(`${mesh().url}/oauth/token`, { method: 'POST', body });
  return { status: response.status, token: ((await response.json()) as { access_token: string }).access_token };
}

describe('a user created with reset_password', () => {
  it('receives an email, sets a password with its link once, and signs in to the API and git', async () => {
    const username = unique('invited');
    const email = `${username}@example.com`;
    const fields = { username, email, name: '<b>In</b> vited', reset_password: true };
    expect((await root.post('/users', fields)).status).toBe(201);
    const mail = await mailTo(email);
    expect(mail.headers.get('subject')).toBe('Set your password');
    expect(mail.html).not.toContain('<b>In');
    const link = linkOf(mail, '/users/password/edit');
    expect(await setPassword(link)).toEqual({ status: 200, body: { username } });
    const { status, token } = await signIn(username);
    expect(status).toBe(200);
    const headers = { Authorization: `Bearer ${token}` };
    const made = await root.post('/projects', { name: unique('first'), initialize_with_readme: true });
    const project = made.body as { id: number; path_with_namespace: string };
    const user = (await (await fetch(`${mesh().url}/api/v4/user`, { headers })).json()) as { id: number };
    await addMember(root, `/projects/${project.id}`, user, 30);
    const folder = temporaryFolder('invited');
    await git(
      folder,
      'clone',
      '-q',
      cloneUrl(mesh().url, project.path_with_namespace, password, username),
      'by-password',
    );
    expect((await getAccount('password_reset', { token: await openLink(link) })).status).toBe(404);
    expect((await setPassword(link)).status).toBe(404);
    expect(
      await gitFailure(folder, 'clone', cloneUrl(mesh().url, project.path_with_namespace, 'wrong', username)),
    ).toMatch(/Authentication failed|Access denied/);
  });

  it('receives another email when an administrator requests one', async () => {
    const user = await createUser();
    await root.put(`/users/${user.id}`, { reset_password: true });
    const link = linkOf(await mailTo(`${user.username}@example.com`), '/users/password/edit');
    expect((await setPassword(link)).status).toBe(200);
    expect((await signIn(user.username)).status).toBe(200);
  });
});

describe('a user who forgot the password', () => {
  it('receives a link on request, one at a time', async () => {
    const user = await createUser();
    const login = `${user.username}@example.com`;
    const request = () => registrations.requestPasswordReset({ login, address: '2001:db8:ffff:100::1' });
    await request();
    const mail = await mailTo(login);
    expect(mail.text).toContain('If you did not ask for it, ignore this email');
    await request();
    expect((await setPassword(linkOf(mail, '/users/password/edit'))).status).toBe(200);
    expect((await signIn(user.username)).status).toBe(200);
  });
});

describe('a user who registers', () => {
  const register = (username: string, email: string) =>
    registrations.registerUser({ username, email, name: 'New', password, address: '2001:db8:ffff:200::1' });

  it('confirms the address with an emailed link before the first sign-in', async () => {
    const username = unique('registered');
    const email = `${username}@example.com`;
    await register(username, email);
    expect((await signIn(username)).status).toBe(401);
    expect((await confirmEmail(linkOf(await mailTo(email), '/users/confirmation'))).status).toBe(200);
    expect((await signIn(username)).status).toBe(200);
  });

  it('with the address of somebody else reminds its owner of the account', async () => {
    const owner = await createUser();
    const email = `${owner.username}@example.com`;
    await register(unique('registered'), email);
    expect((await mailTo(email)).text).toContain(`your account ${owner.username}`);
  });
});

describe('an unconfirmed email', () => {
  it('is confirmed by an emailed link, as primary or secondary email', async () => {
    const user = await createUser({ skip_confirmation: false, password });
    expect((await signIn(user.username)).status).toBe(401);
    const mail = await mailTo(`${user.username}@example.com`);
    expect(mail.headers.get('subject')).toBe('Confirm your email');
    expect((await confirmEmail(linkOf(mail, '/users/confirmation'))).status).toBe(200);
    expect((await signIn(user.username)).status).toBe(200);
    const further = `${unique('further')}@example.com`;
    const { id } = (await user.api.post('/user/emails', { email: further })).body as { id: number };
    expect((await confirmEmail(linkOf(await mailTo(further), '/users/confirmation'))).status).toBe(200);
    expect((await user.api.get(`/user/emails/${id}`)).body.confirmed_at).toMatch(/Z$/);
    expect(sink.received.filter(({ to }) => to.includes(further))).toHaveLength(1);
  });
});

describe('a user who must accept the terms', () => {
  it('clones and pushes after accepting them', async () => {
    const user = await createUser();
    const made = await user.api.post('/projects', { name: unique('terms'), initialize_with_readme: true });
    const remote = cloneUrl(mesh().url, made.body.path_with_namespace as string, user.token);
    const folder = temporaryFolder('terms');
    const enforced = { terms: unique('The terms'), enforce_terms: true };
    expect((await root.put('/application/settings', enforced)).status).toBe(200);
    try {
      expect(await gitFailure(folder, 'clone', remote, 'work')).toContain('403');
      const { version } = (await getAccount('terms')).body;
      const accepted = await postAccount('terms', { version, login: user.username, secret: 'a-long-password-1' });
      expect(accepted).toEqual({ status: 200, body: { username: user.username } });
      await git(folder, 'clone', '-q', remote, 'work');
      await git(`${folder}/work`, 'commit', '-q', '--allow-empty', '-m', 'Accepted');
      await git(`${folder}/work`, 'push', '-q', 'origin', 'HEAD');
    } finally {
      await root.put('/application/settings', { enforce_terms: false, terms: null });
    }
  });
});
