import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { api, asRoot, createUser, waitFor, mesh, unique, createProject, type TestUser } from '@forgemesh/testing';
import mongoose, { type Connection } from 'mongoose';

const root = asRoot();
const path = '/admin/jobs';
const hour = () => new Date(Date.now() + 3_600_000);

let connection: Connection;
let user: TestUser;

beforeAll(async () => {
  const { mongodbUri, databasePrefix } = mesh();
  connection = await mongoose.createConnection(mongodbUri, { dbName: `${databasePrefix}_projects` }).asPromise();
  user = await createUser();
});
afterAll(() => connection.close());

/** All jobs of a project that match the query. */
async function jobsOf(projectId: number, query: string) {
  const { body } = await root.get(`${path}?per_page=100&${query}`);
  return (body as { id: string; project_id: number }[]).filter(({ project_id }) => project_id === projectId);
}

/** A push mirror that is due in an hour. */
async function createWaitingMirror(enabled = true): Promise<{ project: number; job: string }> {
  const project = await createProject(user.api);
  const url = 'https://somebody:a-secret@mirror.invalid/a.git';
  const { body: mirror } = await user.api.post(`/projects/${project.id}/remote_mirrors`, { url, enabled });
  const due = { $set: { job_due_at: hour(), update_status: 'scheduled' } };
  await connection.collection('remote_mirrors').updateOne({ _id: mirror.id }, due);
  return { project: project.id, job: `push_mirror-${mirror.id}` };
}

/** A finished export. */
async function createExport(): Promise<{ project: number; job: string; number: number }> {
  const project = await createProject(user.api, { initialize_with_readme: true });
  await user.api.post(`/projects/${project.id}/export`);
  const [job] = await waitFor(
    () => jobsOf(project.id, 'kind=export&state=done'),
    ({ length }) => length === 1,
  );
  const id = String(job?.id);
  return { project: project.id, job: id, number: Number(id.split('-')[1]) };
}

describe('GET /admin/jobs', () => {
  it('lists jobs by kind and state, without URLs', async () => {
    const { project, job } = await createWaitingMirror();
    const found = await jobsOf(project, 'kind=push_mirror&state=waiting');
    expect(found).toEqual([
      {
        id: job,
        kind: 'push_mirror',
        state: 'waiting',
        status: 'scheduled',
        project_id: project,
        user_id: null,
        error: null,
        failures: 0,
        due_at: expect.stringMatching(/^\d{4}-.*Z$/),
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(await jobsOf(project, 'kind=push_mirror&state=done')).toEqual([]);
    expect(await jobsOf(project, 'kind=export')).toEqual([]);
    expect((await root.get(`${path}?kind=nothing`)).status).toBe(400);
    expect((await root.get(`${path}?state=nothing`)).status).toBe(400);
  });

  it('is paginated across all kinds', async () => {
    await createExport();
    await createWaitingMirror();
    const ids = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);
    // Other suites may add and remove jobs between the requests.
    await waitFor(
      async () => {
        const whole = await root.get(`${path}?per_page=100`);
        const pages = await Promise.all([1, 2].map((page) => root.get(`${path}?per_page=2&page=${page}`)));
        const totals = [whole, ...pages].map(({ headers }) => Number(headers.get('x-total')));
        return { expected: ids(whole).slice(0, 4), paged: pages.flatMap(ids), totals };
      },
      ({ expected, paged, totals }) =>
        isDeepStrictEqual(paged, expected) && new Set(totals).size === 1 && (totals[0] ?? 0) >= expected.length,
    );
  });

  it('requires an administrator', async () => {
    expect((await api().get(path)).status).toBe(401);
    expect((await user.api.get(path)).status).toBe(403);
  });
});

describe('POST /admin/jobs/:id/retry', () => {
  it('runs a failed job again', async () => {
    const { project, job, number } = await createExport();
    const failed = { $set: { status: 'failed', job_failures: 1, file: null } };
    await connection.collection('project_exports').updateOne({ _id: number as never }, failed);
    expect((await jobsOf(project, 'state=failed')).map(({ id }) => id)).toEqual([job]);
    const { status, body } = await root.post(`${path}/${job}/retry`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: job, state: 'waiting', status: 'started' });
    await waitFor(
      () => jobsOf(project, 'kind=export&state=done'),
      ({ length }) => length === 1,
    );
  });

  it('returns 409 for a completed job, a running job, or a disabled mirror', async () => {
    const { job, number } = await createExport();
    const done = await root.post(`${path}/${job}/retry`);
    expect([done.status, done.body.message]).toEqual([409, 'There is nothing to do']);
    const running = { $set: { job_run: 'somebody', job_due_at: hour() } };
    await connection.collection('project_exports').updateOne({ _id: number as never }, running);
    const refused = await root.post(`${path}/${job}/retry`);
    expect([refused.status, refused.body.message]).toEqual([409, 'The job is running']);
    const off = await root.post(`${path}/${(await createWaitingMirror(false)).job}/retry`);
    expect([off.status, off.body.message]).toEqual([409, 'The mirror is disabled']);
  });

  it('returns 404 for an unknown job, and requires an administrator', async () => {
    for (const id of ['export-999999999', 'nothing-1', 'export-x', 'export-1.5', 'export'])
      for (const action of ['retry', 'cancel']) expect((await root.post(`${path}/${id}/${action}`)).status).toBe(404);
    const { job } = await createWaitingMirror();
    for (const action of ['retry', 'cancel']) {
      expect((await api().post(`${path}/${job}/${action}`)).status).toBe(401);
      expect((await user.api.post(`${path}/${job}/${action}`)).status).toBe(403);
    }
  });
});

describe('POST /admin/jobs/:id/cancel', () => {
  it('cancels a waiting job, which can be retried', async () => {
    const { project, job } = await createWaitingMirror();
    const { status, body } = await root.post(`${path}/${job}/cancel`);
    expect(status).toBe(200);
    const error = 'It was cancelled by an administrator';
    expect(body).toMatchObject({ id: job, state: 'failed', status: 'failed', error, failures: 1, due_at: null });
    expect((await root.post(`${path}/${job}/cancel`)).body.message).toBe('The job does not wait');
    expect((await root.post(`${path}/${job}/retry`)).body.status).toBe('scheduled');
    // The mirror cannot be reached.
    await waitFor(
      () => jobsOf(project, 'kind=push_mirror') as Promise<{ id: string; project_id: number; failures?: number }[]>,
      ([found]) => (found?.failures ?? 0) > 1,
    );
  });

  it('removes the data of an import and releases its path', async () => {
    const name = unique('cancelled');
    const form = new FormData();
    form.set('path', name);
    form.set('file', new Blob([gzipSync('no archive')]), 'project.tar.gz');
    const { body: taken } = await user.api.post('/projects/import', form);
    const [failed] = await waitFor(
      () => jobsOf(taken.id, 'kind=import&state=failed'),
      ({ length }) => length === 1,
    );
    const job = String(failed?.id);
    const result = await root.post(`${path}/${job}/retry`);
    expect([result.status, result.body.message]).toEqual([409, 'The archive does not exist any more: import it again']);
    const waiting = { $set: { job_due_at: hour(), status: 'scheduled', error: null } };
    await connection.collection('project_imports').updateOne({ project_id: taken.id }, waiting);
    const { status, body } = await root.post(`${path}/${job}/cancel`);
    expect([status, body.state, body.status]).toEqual([200, 'failed', 'failed']);
    expect((await user.api.get(`/projects/${taken.id}/import`)).body.import_status ?? 'failed').toBe('failed');
    expect((await user.api.post('/projects', { path: name, name })).status).toBe(201);
  });
});

describe('removals of marked projects', () => {
  const days = (deletion_adjourned_period: number) => root.put('/application/settings', { deletion_adjourned_period });
  beforeAll(() => days(7));
  afterAll(() => days(0));

  async function makeMarked(): Promise<{ project: number; job: string }> {
    const { id } = await createProject(user.api);
    expect((await user.api.delete(`/projects/${id}`)).status).toBe(202);
    return { project: id, job: `removal-${id}` };
  }

  it('wait until the grace period has ended', async () => {
    const { project, job } = await makeMarked();
    const [found] = await jobsOf(project, 'kind=removal&state=waiting');
    expect(found).toEqual({
      id: job,
      kind: 'removal',
      state: 'waiting',
      status: 'scheduled',
      project_id: project,
      user_id: user.id,
      error: null,
      failures: 0,
      due_at: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const { due_at: due, created_at: marked } = found as unknown as { due_at: string; created_at: string };
    expect(Date.parse(due) - Date.parse(marked)).toBe(7 * 24 * 3_600_000);
    for (const state of ['running', 'failed', 'done'])
      expect(await jobsOf(project, `kind=removal&state=${state}`)).toEqual([]);
  });

  it('run immediately on request, once', async () => {
    const { project, job } = await makeMarked();
    const { status, body } = await root.post(`${path}/${job}/retry`);
    expect([status, body.state, body.status]).toEqual([200, 'running', 'started']);
    await waitFor(
      () => root.get(`/projects/${project}`),
      ({ status: now }) => now === 404,
    );
    expect((await root.post(`${path}/${job}/retry`)).status).toBe(404);
  });

  it('cannot be cancelled after they started', async () => {
    const { project, job } = await makeMarked();
    // Holding the lease keeps other processes from removing the project. A longer one counts as
    // acquired before a clock was set back.
    const leases = connection.collection<{ _id: string }>('leases');
    const lease = { _id: 'projects-remove-marked' };
    const until = new Date(Date.now() + 10_000);
    await leases.updateOne(lease, { $set: { holder: 'test', until } }, { upsert: true });
    await connection.collection('projects').updateOne({ _id: project as never }, { $set: { removal_due: true } });
    const [found] = await jobsOf(project, 'kind=removal&state=running');
    expect(found).toMatchObject({ id: job, status: 'started' });
    for (const action of ['retry', 'cancel']) {
      const refused = await root.post(`${path}/${job}/${action}`);
      expect([refused.status, refused.body.message]).toEqual([409, 'The job is running']);
    }
    expect((await user.api.post(`/projects/${project}/restore`)).status).toBe(404);
    await leases.deleteOne(lease);
  });

  it('are cancelled, and the project is restored', async () => {
    const { project, job } = await makeMarked();
    const { status, body } = await root.post(`${path}/${job}/cancel`);
    expect([status, body.state, body.due_at]).toEqual([200, 'failed', null]);
    expect((await user.api.get(`/projects/${project}`)).body).toMatchObject({
      archived: false,
      marked_for_deletion_on: null,
    });
    expect((await root.post(`${path}/${job}/cancel`)).status).toBe(404);
  });
});

describe('housekeeping of repositories', () => {
  let repositories: Connection;
  beforeAll(async () => {
    const { mongodbUri, databasePrefix } = mesh();
    const dbName = `${databasePrefix}_repository`;
    repositories = await mongoose.createConnection(mongodbUri, { dbName }).asPromise();
  });
  afterAll(() => repositories.close());

  /** A housekeeping job that is requested and due in an hour, or has failed. */
  async function createHousekeepingJob(fields: object): Promise<{ project: number; job: string }> {
    const { id } = await createProject(user.api, { initialize_with_readme: true });
    const request = { version: 1, storage: 'default', requested_at: new Date(), requested_by: user.id, failures: 0 };
    await repositories.collection('housekeepings').insertOne({ _id: id as never, ...request, ...fields });
    return { project: id, job: `housekeeping-${id}` };
  }

  it('is listed, and runs immediately on request', async () => {
    const error = 'It failed for a reason that is in the log';
    const { project, job } = await createHousekeepingJob({ failures: 5, error });
    expect(await jobsOf(project, 'kind=housekeeping&state=failed')).toEqual([
      {
        id: job,
        kind: 'housekeeping',
        state: 'failed',
        status: 'failed',
        project_id: project,
        user_id: user.id,
        error,
        failures: 5,
        due_at: null,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    const { status, body } = await root.post(`${path}/${job}/retry`);
    expect([status, body.state]).toEqual([200, 'waiting']);
    const [done] = await waitFor(
      () => jobsOf(project, 'kind=housekeeping&state=done'),
      ({ length }) => length === 1,
    );
    expect(done).toMatchObject({ id: job, failures: 0, error: null, due_at: null });
    const repeated = await root.post(`${path}/${job}/retry`);
    expect([repeated.status, repeated.body.message]).toEqual([409, 'There is nothing to do']);
  });

  it('is cancelled while it is waiting', async () => {
    const { project, job } = await createHousekeepingJob({ due_at: hour() });
    const { status, body } = await root.post(`${path}/${job}/cancel`);
    const error = 'It was cancelled by an administrator';
    expect([status, body]).toEqual([200, expect.objectContaining({ id: job, state: 'failed', error, failures: 1 })]);
    expect(await jobsOf(project, 'kind=housekeeping&state=failed')).toHaveLength(1);
    expect((await root.post(`${path}/${job}/cancel`)).body.message).toBe('The job does not wait');
    const running = await createHousekeepingJob({ due_at: hour(), claim: unique('claim') });
    for (const action of ['retry', 'cancel'])
      expect((await root.post(`${path}/${running.job}/${action}`)).status).toBe(409);
    expect((await root.post(`${path}/housekeeping-999999999/retry`)).status).toBe(404);
  });
});
