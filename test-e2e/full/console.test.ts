/**
 * An administrator uses the admin console in a browser: finds a dead letter, fixes its cause, and
 * replays it.
 */
import { api, waitFor, mesh, unique, createProject, type ApiClient } from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import type { BrowserContext, Page } from 'playwright-core';
import { silentLog, startMesh, startNats, type Mesh, type Nats } from '../../scripts/test/mesh.cjs';
import { findChromium, openBrowser } from '../support/chromium';
import { temporaryFolder } from '../support/git';
import { inspectView, noProblems } from '../support/page-views';

// A browser may be slow on a busy machine.
const WAIT_TIMEOUT_MS = 60_000;

const found = findChromium();
const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

(found ? describe : describe.skip)('the admin console in Chromium, if available', () => {
  let own: Mesh;
  let nats: Nats;
  let root: ApiClient;
  let connection: Connection;
  let browser: BrowserContext;
  let page: Page;
  /** Errors of the page, such as content blocked by its policy. */
  const complaints: string[] = [];

  beforeAll(async () => {
    const dataDir = temporaryFolder('console');
    const { mongodbUri: storageUri } = mesh();
    const databasePrefix = unique('console').replaceAll('-', '_');
    nats = await startNats({ dataDir, log: silentLog });
    // An event fails permanently after one delivery, so that the test need not wait for retries.
    const env = { FORGE_EVENT_MAX_DELIVERIES: '1', FORGE_PASSWORD_COST: '1024' };
    own = await startMesh({ dataDir, storageUri, natsUrl: nats.url, databasePrefix, env });
    root = api(own.rootToken, own.url);
    connection = await mongoose.createConnection(storageUri, { dbName: `${databasePrefix}_projects` }).asPromise();
    browser = await openBrowser(found as NonNullable<typeof found>);
    page = browser.pages()[0] ?? (await browser.newPage());
    page.setDefaultTimeout(WAIT_TIMEOUT_MS);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (line) => {
      if (/content security|trusted/i.test(line.text())) complaints.push(line.text());
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${own.url}/-/console`);
  });
  afterAll(async () => {
    await browser?.close();
    await connection?.close();
    await own?.stop();
    await nats?.stop();
  });

  async function signIn(token: string): Promise<void> {
    await page.getByLabel('Personal access token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const message = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const table = (name: string) => page.getByRole('table', { name });

  it('refuses non-administrators and invalid tokens', async () => {
    await signIn('not-a-token');
    await message('401 Unauthorized');
    const username = unique('user');
    const { body: user } = await root.post('/users', {
      username,
      name: username,
      email: `${username}@example.com`,
      password: 'a-long-password-1',
      skip_confirmation: true,
    });
    const issued = { name: 'test', scopes: ['api'] };
    const { body: token } = await root.post(`/users/${user.id}/impersonation_tokens`, issued);
    await signIn(token.token as string);
    await message('This page is for administrators.');
    expect(await page.getByRole('table').count()).toBe(0);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('shows an administrator the services', async () => {
    await signIn(String(own.rootToken));
    await message('Signed in as root');
    const services = table('Services');
    for (const name of Object.keys(own.processes)) {
      const row = services.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
      await row.getByRole('cell', { name: 'healthy' }).waitFor();
    }
    await table('Consumers').getByRole('cell', { name: 'projects-hooks-approvals' }).waitFor();
  });

  it('shows dead letters as text, and replays them once their cause is fixed', async () => {
    const project = await createProject(root);
    const hook = { url: 'https://hooks.invalid/', push_events: true };
    const { body: made } = await root.post(`/projects/${project.id}/hooks`, hook);
    const damage = async (filter: unknown): Promise<void> => {
      const set = { $set: { push_events_branch_filter: filter } };
      expect((await connection.collection('hooks').updateOne({ _id: made.id }, set)).matchedCount).toBe(1);
      // A write of the service makes it read the hooks again.
      const idle = { url: 'https://idle.invalid/', push_events: false };
      expect((await root.post(`/projects/${project.id}/hooks`, idle)).status).toBe(201);
    };
    await damage(5);
    const commit = { branch: 'main', commit_message: HOSTILE };
    const actions = [{ action: 'create', file_path: 'a', content: 'a' }];
    expect((await root.post(`/projects/${project.id}/repository/commits`, { ...commit, actions })).status).toBe(201);
    const { body: letters } = await waitFor(
      () => root.get('/admin/dead_letters?consumer=projects-hooks-repository'),
      ({ body }) => body.length === 1,
    );
    const id = letters[0].id as string;

    const section = page.locator('section').filter({ has: table('Dead letters') });
    await section.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: `Show event ${id}` }).click();
    await section.locator('pre').waitFor();
    expect(JSON.stringify(JSON.parse(String(await section.locator('pre').textContent())))).toContain(
      JSON.stringify(HOSTILE).slice(1, -1),
    );
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Forgemesh console');

    const letterPage = await browser.newPage();
    await letterPage.goto(`${own.url}/users/sign_in`);
    await letterPage.evaluate((token) => sessionStorage.setItem('forgemesh.token', token), String(own.rootToken));
    await letterPage.goto(`${own.url}/admin/dead_letters`);
    await letterPage.getByRole('cell', { name: 'projects-hooks-repository' }).waitFor();
    expect(await inspectView(letterPage, 'admin-dead-letter')).toEqual(noProblems);
    await letterPage.close();

    // The cause is not fixed, so the event stays.
    await page.getByRole('button', { name: `Replay ${id}` }).click();
    await message('It failed again');
    expect((await root.get(`/admin/dead_letters/${id}`)).body.replays).toBe(1);
    await damage('');
    await page.getByRole('button', { name: `Replay ${id}` }).click();
    await message(`Replay ${id}: done`);
    await section.getByRole('cell', { name: 'None.' }).waitFor();
    expect((await root.get(`/admin/dead_letters/${id}`)).status).toBe(404);
    const deliveries = await root.get('/admin/hook_deliveries');
    expect(deliveries.body.map(({ hook_id }: { hook_id: number }) => hook_id)).toEqual([made.id]);
  });

  it('forgets the token at the end, and its content policy blocked nothing', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await message('Signed out');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});
