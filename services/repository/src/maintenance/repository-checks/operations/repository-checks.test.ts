import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase } from '@forgemesh/data';
import { createMetrics } from '@forgemesh/telemetry';
import { api, asRoot, mesh, waitFor, createProject, borrowUser } from '@forgemesh/testing';
import type { Connection } from 'mongoose';
import { createRepository, expectStatus, type TestRepository } from '#testing/fixtures';
import { folderOf } from '#testing/repository-folder';
import type { MeasurementDocument } from '#maintenance/statistics/measurement.model';

const path = '/admin/repository_checks';
const root = asRoot();
/** Number of repositories that the tests use. */
const REPOSITORIES = 7;

let database: Connection;
const measurements = () => database.collection<MeasurementDocument>('repository_measurements');

/**
 * Repositories of the tests: created together, because they are measured and checked one after the
 * other soon after their first push.
 */
let repositories: TestRepository[];

beforeAll(async () => {
  const { mongodbUri: uri, databasePrefix } = mesh();
  database = await connectDatabase({ uri, database: `${databasePrefix}_repository`, metrics: createMetrics('test') });
  repositories = await Promise.all(Array.from({ length: REPOSITORIES }, () => createRepository()));
});

/** A repository that no other test uses. */
function takeRepository(): TestRepository {
  const taken = repositories.pop();
  if (!taken) throw new Error('the tests use more repositories than the suite creates');
  return taken;
}

afterAll(() => database.close());

/** Adds a branch whose commit does not exist. */
function damage(project: TestRepository): void {
  writeFileSync(join(folderOf(project), 'refs/heads/damaged'), `${'1'.repeat(40)}\n`);
}

async function requestCheck({ id }: TestRepository): Promise<void> {
  // Repositories are measured soon after their first push.
  await waitFor(
    () => root.post(`${path}/${id}`),
    ({ status }) => status === 202,
  );
}

/** The result of the last check, as soon as it satisfies a condition. */
function checkOf({ id }: TestRepository, isExpected: (check: Record<string, unknown>) => boolean = () => true) {
  return waitFor(
    async () => {
      const { body } = await root.get(`${path}?per_page=100`);
      return (body as Record<string, unknown>[]).find(({ project_id }) => project_id === id);
    },
    (check) => check !== undefined && isExpected(check),
  );
}

async function makeDue(project: TestRepository): Promise<void> {
  const due = { $set: { 'check.due_at': new Date(Date.now() - 60_000) } };
  await waitFor(
    () => measurements().updateOne({ project_id: project.id, measured_at: { $ne: null } }, due),
    ({ matchedCount }) => matchedCount === 1,
  );
}

describe('POST /admin/repository_checks/:project_id', () => {
  it('checks the repositories of a project, and finds damage', async () => {
    const project = takeRepository();
    await requestCheck(project);
    expect(await checkOf(project)).toEqual({
      project_id: project.id,
      repository: 'project',
      storage: 'default',
      last_repository_check_failed: false,
      last_repository_check_at: expect.stringMatching(/^\d{4}-.*Z$/),
      error: null,
    });
    damage(project);
    await requestCheck(project);
    const failed = await checkOf(project, (check) => check['last_repository_check_failed'] === true);
    expect(failed?.['error']).toContain('refs/heads/damaged');
  });

  it('is 404 for a project without a repository', async () => {
    const project = await createProject(root, { name: `empty-${Date.now()}` });
    expect((await root.post(`${path}/${project.id}`)).body).toEqual({ message: '404 Repository Not Found' });
    expect((await root.post(`${path}/999999999`)).status).toBe(404);
    expect((await root.post(`${path}/none`)).status).toBe(400);
  });

  it('requires an administrator', async () => {
    const user = await borrowUser();
    expect((await user.api.post(`${path}/1`)).status).toBe(403);
    expect((await api().post(`${path}/1`)).status).toBe(401);
  });
});

describe('GET /admin/repository_checks', () => {
  it('lists the most recent check first, and filters by result', async () => {
    const [damaged, intact] = [takeRepository(), takeRepository()];
    damage(damaged);
    await requestCheck(damaged);
    await checkOf(damaged);
    await requestCheck(intact);
    await checkOf(intact);
    const idsOf = async (query: string): Promise<number[]> => {
      const { body } = await root.get(`${path}?per_page=100${query}`);
      return (body as { project_id: number }[]).map(({ project_id }) => project_id);
    };
    const all = await idsOf('');
    expect(all.indexOf(intact.id)).toBeLessThan(all.indexOf(damaged.id));
    const [failed, passed] = [await idsOf('&state=failed'), await idsOf('&state=passed')];
    expect([failed.includes(damaged.id), failed.includes(intact.id)]).toEqual([true, false]);
    expect([passed.includes(damaged.id), passed.includes(intact.id)]).toEqual([false, true]);
    const { headers } = await root.get(`${path}?per_page=1`);
    expect(headers.get('x-per-page')).toBe('1');
    expect((await root.get(`${path}?state=lost`)).body).toEqual({ error: 'state does not have a valid value' });
  });

  it('requires an administrator', async () => {
    const user = await borrowUser();
    expect((await user.api.get(path)).status).toBe(403);
    expect((await api().get(path)).status).toBe(401);
  });
});

describe('DELETE /admin/repository_checks', () => {
  it('clears all results', async () => {
    const project = takeRepository();
    await requestCheck(project);
    await checkOf(project);
    expectStatus(await root.delete(path), 204);
    expect((await root.get(path)).body).toEqual([]);
  });

  it('requires an administrator', async () => {
    const user = await borrowUser();
    expect((await user.api.delete(path)).status).toBe(403);
    expect((await api().delete(path)).status).toBe(401);
  });
});

describe('PUT /application/settings', () => {
  it('repository_checks_enabled: repositories are checked when they are due', async () => {
    const [due, requested] = [takeRepository(), takeRepository()];
    await root.put('/application/settings', { repository_checks_enabled: false });
    try {
      await makeDue(due);
      // A requested check runs nevertheless, although it is due later.
      await requestCheck(requested);
      await checkOf(requested);
      const { body } = await root.get(`${path}?per_page=100`);
      expect((body as { project_id: number }[]).some(({ project_id }) => project_id === due.id)).toBe(false);
    } finally {
      await root.put('/application/settings', { repository_checks_enabled: true });
    }
    await checkOf(due);
    const document = await measurements().findOne({ project_id: due.id });
    const next = (document?.check?.due_at.getTime() ?? 0) - Date.now();
    expect(next / (24 * 60 * 60_000)).toBeCloseTo(30, 1);
  });

  it('repository_checks_enabled: first checks are spread over 30 days', async () => {
    const project = takeRepository();
    const document = await waitFor(
      () => measurements().findOne({ project_id: project.id }),
      (found) => found?.check !== undefined,
    );
    const days = ((document?.check?.due_at.getTime() ?? 0) - Date.now()) / (24 * 60 * 60_000);
    expect(days).toBeLessThanOrEqual(30);
    expect(document?.check?.checked_at).toBeUndefined();
  });
});
