import { createFileStore, type EntityStore } from '@forgemesh/data';
import { DAY_MS } from '@forgemesh/service/durations';
import { openTestOutbox } from '@forgemesh/testing/runtime';
import type { Model } from 'mongoose';
import { createPathModel, type PathClaim } from '#namespaces/paths/path.model';
import { createPaths } from '#namespaces/paths/paths';
import { createRedirectModel } from '#namespaces/paths/redirect.model';
import { projectDocument } from '#testing/project-document';
import { createProjectModel, type ProjectDocument } from '#projects/model/project.model';
import type { ProjectRemovalDeps } from './deps';
import { removeMarkedProjects } from './remove-marked-projects';

describe('projects that are marked for deletion', () => {
  let base: Awaited<ReturnType<typeof openTestOutbox>>;
  let projects: EntityStore<ProjectDocument>;
  let days: number;
  let pathClaims: Model<PathClaim>;
  let deps: ProjectRemovalDeps;
  beforeAll(async () => {
    base = await openTestOutbox();
    projects = base.outbox.store(createProjectModel(base.connection), ({ _id: id }) => ({ id }));
    pathClaims = createPathModel(base.connection);
    const isStored = () => Promise.resolve(false);
    const pathHolders = { user: isStored, group: isStored, project: isStored };
    deps = {
      projects,
      settings: { current: () => ({ deletion_adjourned_period: days }) } as ProjectRemovalDeps['settings'],
      paths: createPaths({ pathClaims, redirects: createRedirectModel(base.connection), pathHolders }),
      avatarFiles: createFileStore(base.connection, 'avatars'),
      recountForks: () => Promise.resolve(true),
    };
    await base.ensureIndexes();
  });
  afterAll(() => base.close());

  async function mark(id: number, daysAgo: number | undefined): Promise<void> {
    const since =
      daysAgo === undefined ? {} : { marked_for_deletion_at: new Date(Date.now() - daysAgo * DAY_MS - 1000) };
    const document = projectDocument({ _id: id, archived: true, ...since });
    await deps.paths.claim({ parentId: 1, path: document.path, kind: 'project', targetId: id });
    await projects.insert(document);
  }

  it('are removed with their paths after the grace period; all others remain', async () => {
    days = 7;
    await mark(1, 7);
    await mark(2, 6);
    await mark(3, undefined);
    await removeMarkedProjects.run(deps);
    expect((await projects.model.find({}).distinct('_id')).sort()).toEqual([2, 3]);
    expect((await pathClaims.find({}).distinct('target_id')).sort()).toEqual([2, 3]);
    days = 0;
    await removeMarkedProjects.run(deps);
    expect(await projects.model.find({}).distinct('_id')).toEqual([3]);
  });

  it('are removed if a process died after it started the removal early', async () => {
    days = 7;
    await mark(5, 1);
    await projects.mutate(5, () => ({ set: { removal_due: true } }));
    await removeMarkedProjects.run(deps);
    expect(await projects.find(5)).toBeNull();
  });

  it('remain if they are restored at the last moment', async () => {
    days = 0;
    await mark(4, 1);
    const finding = jest.spyOn(projects, 'mutate').mockImplementationOnce(async (id, compute) => {
      await projects.model.updateOne({ _id: id }, { $unset: { marked_for_deletion_at: 1 }, $inc: { version: 1 } });
      finding.mockRestore();
      return projects.mutate(id, compute);
    });
    await removeMarkedProjects.run(deps);
    expect((await projects.find(4))?.removal_due).toBeUndefined();
  });
});
