/**
 * An administrator uses the administration in a browser: finds a dead letter, fixes its cause, and
 * replays it.
 */
import { api, waitFor, mesh, unique, createProject, type ApiClient } from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';
import type { BrowserContext } from 'playwright-core';
import { silentLog, startMesh, startNats, type Mesh, type Nats } from '../../../scripts/test/mesh.cjs';
import { findChromium, openBrowser } from '../../support/chromium';
import { temporaryFolder } from '../../support/git';
import { inspectView, noProblems } from '../../support/page-views';
import { watchPage, type WatchedPage } from '../../support/pages';

const found = findChromium();
const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

(found ? describe : describe.skip)('dead letters in Chromium, if available', () => {
  let own: Mesh;
  let nats: Nats;
  let root: ApiClient;
  let connection: Connection;
  let browser: BrowserContext;
  let watched: WatchedPage;

  beforeAll(async () => {
    const dataDir = temporaryFolder('dead-letters');
    const { mongodbUri: storageUri } = mesh();
    const databasePrefix = unique('letters').replaceAll('-', '_');
    nats = await startNats({ dataDir, log: silentLog });
    // An event fails permanently after one delivery, so that the test need not wait for retries.
    const env = { FORGE_EVENT_MAX_DELIVERIES: '1', FORGE_PASSWORD_COST: '1024' };
    own = await startMesh({ dataDir, storageUri, natsUrl: nats.url, databasePrefix, env });
    root = api(own.rootToken, own.url);
    connection = await mongoose.createConnection(storageUri, { dbName: `${databasePrefix}_deliveries` }).asPromise();
    browser = await openBrowser(found as NonNullable<typeof found>);
    watched = await watchPage(browser);
    watched.page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(async () => {
    await browser?.close();
    await connection?.close();
    await own?.stop();
    await nats?.stop();
  });

  async function signIn(token: string): Promise<void> {
    const { page } = watched;
    await page.getByRole('button', { name: 'Access token' }).click();
    await page.getByLabel('Personal access token').fill(token);
    await page.locator('form').getByRole('button', { name: 'Sign in' }).click();
  }

  async function signOut(): Promise<void> {
    const { page } = watched;
    await page.getByLabel('Your account').click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await storedToken()).toBeNull();
  }

  const open = (tab: string) => watched.page.goto(`${own.url}/admin/${tab}`);
  const message = (text: string | RegExp) => watched.page.getByRole('status').getByText(text).first().waitFor();
  const table = (name: string) => watched.page.getByRole('region', { name, exact: true }).getByRole('table');
  const storedToken = () => watched.page.evaluate(`sessionStorage.getItem('forgemesh.token')`);

  it('are shown to administrators only', async () => {
    const { page } = watched;
    await page.goto(`${own.url}/-/console`);
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.getByText('This page is for administrators.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn('not-a-token');
    await page.getByRole('alert').getByText('The token is invalid, revoked or expired.').waitFor();
    expect(await storedToken()).toBeNull();
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
    await page.getByLabel('Your account').waitFor();
    expect(await storedToken()).toBe(token.token);
    for (const tab of ['', 'services', 'consumers', 'dead_letters', 'jobs', 'deliveries']) {
      await open(tab);
      await page.getByText('This page is for administrators.').waitFor();
      expect([tab, await page.getByRole('table').count()]).toEqual([tab, 0]);
    }
    await signOut();
  });

  it('are beside the services and consumers', async () => {
    const { page } = watched;
    await open('services');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signIn(String(own.rootToken));
    for (const name of Object.keys(own.processes)) {
      const row = table('Services')
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name, exact: true }) });
      await row.getByRole('cell', { name: 'healthy' }).waitFor();
    }
    await open('consumers');
    await table('Consumers').getByRole('cell', { name: 'deliveries-webhooks-approvals' }).waitFor();
  });

  it('are shown as text, and replayed once their cause is fixed', async () => {
    const { page } = watched;
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
      () => root.get('/admin/dead_letters?consumer=deliveries-webhooks-repository'),
      ({ body }) => body.length === 1,
    );
    const id = letters[0].id as string;

    await open('dead_letters');
    await table('Dead letters').getByText('deliveries-webhooks-repository', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Show event ${id}` }).click();
    const event = page.getByRole('region', { name: `Event ${id}` });
    await event.waitFor();
    expect(JSON.stringify(JSON.parse(String(await event.textContent())))).toContain(
      JSON.stringify(HOSTILE).slice(1, -1),
    );
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Dead letters · Administration · Forgemesh');
    expect(await inspectView(page, 'admin-dead-letter')).toEqual(noProblems);

    // The cause is not fixed, so the event stays.
    await page.getByRole('button', { name: `Replay ${id}` }).click();
    await message(/It failed again: ./);
    expect((await root.get(`/admin/dead_letters/${id}`)).body.replays).toBe(1);
    await table('Dead letters').getByRole('cell', { name: '1', exact: true }).waitFor();
    await damage('');
    await page.getByRole('button', { name: `Replay ${id}` }).click();
    await message('The event was handled.');
    await page.getByRole('heading', { name: 'No dead letters' }).waitFor();
    expect((await root.get(`/admin/dead_letters/${id}`)).status).toBe(404);
    const deliveries = await root.get('/admin/hook_deliveries');
    expect(deliveries.body.map(({ hook_id }: { hook_id: number }) => hook_id)).toEqual([made.id]);
    await open('deliveries');
    const sent = table('Deliveries').getByRole('cell', { name: `${made.id} of project ${project.id}` });
    await sent.waitFor();
    await page.getByRole('button', { name: `Resend delivery ${deliveries.body[0].id}` }).click();
    // Nothing responds at the address of the webhook: the delivery fails again.
    await sent.nth(1).waitFor();
    expect((await root.get('/admin/hook_deliveries')).body).toHaveLength(2);
  });

  it('are beside jobs, which are cancelled', async () => {
    const { page } = watched;
    await root.put('/application/settings', { deletion_adjourned_period: 7 });
    const project = await createProject(root);
    expect((await root.delete(`/projects/${project.id}`)).status).toBe(202);
    await open('jobs?state=waiting');
    const job = table('Jobs')
      .getByRole('row')
      .filter({ hasText: `removal-${project.id}` });
    await job.getByRole('cell', { name: `project ${project.id}`, exact: true }).waitFor();
    await page.getByRole('button', { name: `Cancel removal-${project.id}` }).click();
    await message(`removal-${project.id} was cancelled.`);
    await job.waitFor({ state: 'detached' });
    expect((await root.get(`/projects/${project.id}`)).body).toMatchObject({ marked_for_deletion_on: null });
  });

  it('are forgotten with the token at the end, and the content policy blocked nothing', async () => {
    const { page } = watched;
    await signOut();
    await open('dead_letters');
    await page.getByText('This page is for administrators.').waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    expect(watched.complaints).toEqual([]);
  });
});
