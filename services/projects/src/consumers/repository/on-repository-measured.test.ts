import { connectDatabase } from '@forgemesh/data';
import type { EventEntity, ForgeEvent } from '@forgemesh/events';
import { createMetrics } from '@forgemesh/telemetry';
import { asRoot, waitFor, mesh, unique, createProject, createProjectWithReadme } from '@forgemesh/testing';
import { openTestBus } from '@forgemesh/testing/runtime';
import type { Connection } from 'mongoose';
import type { ProjectDocument } from '../../projects/projects/project.model';

const { bus } = openTestBus(mesh().natsUrl);
let database: Connection;

beforeAll(async () => {
  const { mongodbUri: uri, databasePrefix } = mesh();
  database = await connectDatabase({ uri, database: `${databasePrefix}_projects`, metrics: createMetrics('test') });
  await waitFor(() => Promise.resolve(bus.isConnected()), Boolean);
});

afterAll(() => Promise.all([database.close(), bus.close()]));

type Measurement = EventEntity<'repository.repository.measured'>;
type Measured = Omit<Measurement, 'project_id' | 'checksum'>;

async function publish(projectId: number, version: number, fields: Measured): Promise<void> {
  const event: ForgeEvent<'repository.repository.measured'> = {
    specversion: '1.0',
    id: unique('event'),
    source: '/forgemesh/repository',
    type: 'repository.repository.measured',
    time: new Date().toISOString(),
    subject: String(projectId),
    datacontenttype: 'application/json',
    actor: null,
    correlationid: unique('request'),
    data: { entity: { project_id: projectId, checksum: null, ...fields }, version, changes: {} },
  };
  await waitFor(() => bus.publish(event).then(() => true), Boolean);
}

function stored(projectId: number, matches: (project: ProjectDocument) => boolean): Promise<ProjectDocument | null> {
  const find = () => database.collection<ProjectDocument>('projects').findOne({ _id: projectId });
  return waitFor(find, (found) => found !== null && matches(found));
}

describe('repository.repository.measured', () => {
  it('is stored on the project, the newest measurement per repository', async () => {
    const project = await createProject(asRoot());
    const own = { repository: 'project' as const, commit_count: 5, checksum_failed: false };
    await publish(project.id, 7, { repository: 'wiki', size: 30, commit_count: 2, checksum_failed: true });
    await publish(project.id, 4, { ...own, size: 1_000 });
    await publish(project.id, 3, { ...own, size: 999, checksum_failed: true });
    await publish(project.id, 5, { ...own, size: 2_000 });
    const found = await stored(project.id, ({ statistics }) => statistics?.repository_size === 2_000);
    expect(found).toMatchObject({
      statistics: { commit_count: 5, repository_size: 2_000, wiki_size: 30 },
      repository_checksum_failed: false,
      wiki_checksum_failed: true,
    });
  });

  it('is published after the first commit', async () => {
    const project = await createProjectWithReadme(asRoot());
    const found = await stored(project.id, ({ statistics }) => statistics?.commit_count === 1);
    expect(found?.statistics?.repository_size).toBeGreaterThan(0);
    expect(found?.repository_checksum_failed).toBe(false);
  });
});
