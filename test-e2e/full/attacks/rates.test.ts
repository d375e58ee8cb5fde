/** Attacks on limits of requests and sign-ins: evading them, or turning them against others. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createUser, mesh, unique, type TestUser } from '@forgemesh/testing';
import { cloneUrl, git, temporaryFolder } from '../../support/git';
import { withSettings } from '../../support/settings';
import { addKey, createKey, withKey } from '../../support/ssh';

const password = 'a-long-password-1';
const OWN_ADDRESS = '127.0.0.1';

interface SentRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: URLSearchParams;
  /** Address of this machine from which the request comes. */
  from?: string;
}

/** Sends a request; returns the status. */
async function send({ method = 'GET', path, headers = {}, body, from = OWN_ADDRESS }: SentRequest): Promise<number> {
  const { hostname, port } = new URL(mesh().url);
  const type = body && { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = request({
    hostname,
    port,
    method,
    path,
    localAddress: from,
    headers: { ...type, ...headers },
  });
  sent.end(body?.toString());
  return new Promise((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      text(response).then(() => resolve(response.statusCode ?? 0), reject);
    });
  });
}

/** Sends requests until one is refused with 429; returns how many were handled before. */
async function handled(most: number, attempt: (n: number) => Promise<number>): Promise<number> {
  for (let n = 0; n < most; n++) if ((await attempt(n)) === 429) return n;
  return most;
}

/** Settings of a limit with a window that has not been used and does not end within the test. */
function limit(name: string, requests: number): Record<string, unknown> {
  return {
    [`throttle_${name}_enabled`]: true,
    [`throttle_${name}_requests_per_period`]: requests,
    [`throttle_${name}_period_in_seconds`]: 200_000_000 + windows++,
  };
}
let windows = 0;

const basic = (login: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
});

describe('limits by address', () => {
  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])(
    'are not evaded by %s of a proxy that is not trusted',
    (name) =>
      withSettings(limit('unauthenticated', 1), async () => {
        const attempt = (n: number) =>
          send({
            path: '/api/v4/projects?per_page=1',
            headers: { [name]: `192.0.2.${n}`, 'X-Forwarded-Proto': 'https' },
          });
        expect(await handled(30, attempt)).toBe(10);
        expect(await send({ path: '/api/v4/projects?per_page=1' })).toBe(429);
        expect(await send({ path: '/api/v4/projects?per_page=1', from: '127.0.0.2' })).toBe(200);
      }),
  );

  it('apply to the API document and the reference', () =>
    withSettings(limit('unauthenticated', 1), async () => {
      const paths = ['/api/v4/openapi.json', '/-/docs', '/-/docs/swagger-ui-bundle.js'];
      const attempt = (n: number) => send({ path: paths[n % paths.length] as string });
      expect(await handled(30, attempt)).toBe(10);
    }));
});

describe('limits of git', () => {
  let user: TestUser;
  let project: { path_with_namespace: string; ssh_url_to_repo: string };
  beforeAll(async () => {
    user = await createUser();
    const fields = { name: unique('git'), initialize_with_readme: true, visibility: 'public' };
    project = (await user.api.post('/projects', fields)).body;
  });
  const advertise = (from = OWN_ADDRESS, headers: Record<string, string> = {}) =>
    send({ path: `/${project.path_with_namespace}.git/info/refs?service=git-upload-pack`, from, headers });

  it('stop an address without a user, but nobody else', () =>
    withSettings(limit('unauthenticated_git', 1), async () => {
      const accepted = [];
      for (let n = 0; n < 15; n++) accepted.push((await advertise()) === 200);
      expect(accepted).toEqual([...Array<boolean>(10).fill(true), ...Array<boolean>(5).fill(false)]);
      // Refused credentials count as well.
      expect(await advertise(OWN_ADDRESS, basic('ada', `glpat-${'a'.repeat(20)}`))).toBe(429);
      expect(await advertise('127.0.0.2')).toBe(200);
      expect(await advertise(OWN_ADDRESS, basic('ada', user.token))).toBe(200);
      // Git sends its credentials only after it has been asked for them.
      const url = cloneUrl(mesh().url, project.path_with_namespace, user.token);
      expect(await git(temporaryFolder('rates'), 'ls-remote', url)).toContain('refs/heads/');
      expect(await send({ path: '/api/v4/projects?per_page=1' })).toBe(200);
    }));

  it('count the requests of a user over HTTP and SSH together', async () => {
    const folder = temporaryFolder('rates');
    const [key, other] = await Promise.all([createKey(folder), createUser()]);
    await addKey(user, key);
    const overSsh = [...withKey(key), 'ls-remote', project.ssh_url_to_repo];
    await withSettings(limit('authenticated_git', 3), async () => {
      await git(folder, ...overSsh);
      await git(folder, ...overSsh);
      expect(await advertise('127.0.0.2', basic('ada', user.token))).toBe(200);
      expect(await advertise('127.0.0.3', basic('ada', user.token))).toBe(429);
      await expect(git(folder, ...overSsh)).rejects.toThrow('Retry later');
      const url = cloneUrl(mesh().url, project.path_with_namespace, other.token);
      expect(await git(folder, 'ls-remote', url)).toContain('refs/heads/');
    });
  });
});

describe('wrong passwords of a stranger', () => {
  const signIn = (username: string, secret: string, from: string): Promise<number> =>
    send({
      method: 'POST',
      path: '/oauth/token',
      body: new URLSearchParams({ grant_type: 'password', username, password: secret }),
      from,
    });
  const overGit = (username: string, secret: string, from: string): Promise<number> =>
    send({ path: '/no/such-project.git/info/refs?service=git-upload-pack', headers: basic(username, secret), from });

  it.each([
    ['POST /oauth/token', signIn],
    ['git over HTTP', overGit],
  ])('lock an account for the address of the stranger only: %s', async (_name, guess) => {
    const { username } = await createUser();
    expect(await handled(20, (n) => guess(username, `guess-${n}`, '127.0.0.5'))).toBe(10);
    expect(await signIn(username, password, '127.0.0.5')).toBe(429);
    expect(await overGit(username, password, '127.0.0.5')).toBe(429);
    expect(await signIn(username, password, OWN_ADDRESS)).toBe(200);
    // A user who has signed in gets 404 for a project that does not exist.
    expect(await overGit(username, password, OWN_ADDRESS)).toBe(404);
    expect(await signIn(username, password, '127.0.0.5')).toBe(429);
  });

  it('from many addresses end at a total, and do not lock out the user at a known address', async () => {
    const { username } = await createUser();
    expect(await signIn(username, password, OWN_ADDRESS)).toBe(200);
    const guesses = Array.from({ length: 130 }, (_, n) => signIn(username, `guess-${n}`, `127.0.1.${1 + (n % 13)}`));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expect(await signIn(username, password, '127.0.1.99')).toBe(429);
    expect(await signIn(username, password, OWN_ADDRESS)).toBe(200);
    expect(await handled(20, (n) => signIn(username, `own-${n}`, OWN_ADDRESS))).toBe(10);
  });
});
