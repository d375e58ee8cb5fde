import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDatabase } from '@forgemesh/data';
import { DAY_MS } from '@forgemesh/service/durations';
import { createMetrics } from '@forgemesh/telemetry';
import {
  api,
  asRoot,
  waitFor,
  mesh,
  unique,
  commitFiles,
  createProject,
  borrowMember,
  borrowUser,
} from '@forgemesh/testing';
import type { Connection } from 'mongoose';
import { expectStatus, createRepository, type TestRepository } from '#testing/fixtures';
import { folderOf } from '#testing/repository-folder';
import type { HousekeepingDocument } from './housekeeping.model';

const refusal = { message: 'Somebody already triggered housekeeping for this project in the past 1440 minutes' };

const pathOf = (project: { id: number }): string => `/projects/${project.id}/housekeeping`;

/**
 * Whether all objects are in one pack with a bitmap, all refs in one file, and the commits in a
 * graph.
 */
function isPacked(project: TestRepository): boolean {
  const folder = folderOf(project);
  const packs = readdirSync(join(folder, 'objects/pack'));
  const loose = readdirSync(join(folder, 'objects')).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return (
    packs.filter((name) => name.endsWith('.pack')).length === 1 &&
    packs.some((name) => name.endsWith('.bitmap')) &&
    loose.length === 0 &&
    existsSync(join(folder, 'objects/info/commit-graphs')) &&
    readFileSync(join(folder, 'packed-refs'), 'utf8').includes('refs/heads/main')
  );
}

function becomesPacked(project: TestRepository): Promise<boolean> {
  return waitFor(() => Promise.resolve(isPacked(project)), Boolean);
}

let database: Connection;
const jobs = () => database.collection<HousekeepingDocument>('housekeepings');

beforeAll(async () => {
  const { mongodbUri: uri, databasePrefix } = mesh();
  database = await connectDatabase({ uri, database: `${databasePrefix}_repository`, metrics: createMetrics('test') });
});

afterAll(() => database.close());

describe('POST /projects/:id/housekeeping', () => {
  it('packs the repository once a day', async () => {
    const project = await createRepository();
    const { id } = await commitFiles(asRoot(), `/projects/${project.id}`, { 'a.txt': 'a' });
    const started = await asRoot().post(pathOf(project));
    expect([started.status, started.body, started.headers.get('content-type')]).toEqual([201, undefined, null]);
    const again = await asRoot().post(pathOf(project));
    expect([again.status, again.body]).toEqual([409, refusal]);
    await becomesPacked(project);
    expect((await asRoot().get(`${project.repository}/commits/main`)).body.id).toBe(id);
    expect((await asRoot().post(pathOf(project))).status).toBe(409);
  });

  it('runs once for concurrent requests', async () => {
    const project = await createRepository();
    const responses = await Promise.all(Array.from({ length: 8 }, () => asRoot().post(pathOf(project))));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('can be requested again a day later', async () => {
    const project = await createRepository();
    expectStatus(await asRoot().post(pathOf(project)), 201);
    await becomesPacked(project);
    await commitFiles(asRoot(), `/projects/${project.id}`, { 'a.txt': 'a' });
    await jobs().updateOne({ _id: project.id }, { $set: { requested_at: new Date(Date.now() - DAY_MS) } });
    expectStatus(await asRoot().post(pathOf(project)), 201);
    await becomesPacked(project);
    expect((await asRoot().post(pathOf(project))).body).toEqual(refusal);
  });

  it('is completed by another process if the first one died', async () => {
    const project = await createRepository();
    const past = new Date(Date.now() - 60_000);
    await jobs().insertOne({
      _id: project.id,
      version: 1,
      storage: 'default',
      requested_at: past,
      requested_by: 1,
      failures: 0,
      due_at: past,
      claim: unique('dead'),
    });
    await becomesPacked(project);
    const job = await waitFor(
      () => jobs().findOne({ _id: project.id }),
      (found) => found?.due_at === undefined,
    );
    expect(job).not.toHaveProperty('claim');
    expect((await asRoot().post(pathOf(project))).status).toBe(409);
  });

  it('succeeds with nothing to pack', async () => {
    const project = await createProject(asRoot());
    expectStatus(await asRoot().post(pathOf(project)), 201);
    const job = await waitFor(
      () => jobs().findOne({ _id: project.id }),
      (found) => found?.due_at === undefined,
    );
    expect(job).toMatchObject({ failures: 0, storage: 'default' });
  });

  it('requires maintainers', async () => {
    const project = await createRepository();
    expect((await (await borrowMember(asRoot(), `/projects/${project.id}`, 30)).api.post(pathOf(project))).status).toBe(
      403,
    );
    expect((await (await borrowUser()).api.post(pathOf(project))).status).toBe(404);
    expect((await api().post(pathOf(project))).status).toBe(401);
    expectStatus(await (await borrowMember(asRoot(), `/projects/${project.id}`, 40)).api.post(pathOf(project)), 201);
  });
});
