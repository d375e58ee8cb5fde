import { createUser, meshCaller, createGroup, createProject } from '@forgemesh/testing';
import { ProjectDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/project_directory';

describe('ProjectDirectoryService', () => {
  const caller = meshCaller();
  const directory = caller.client(ProjectDirectoryServiceDefinition, 'projects');
  afterAll(() => caller.close());

  it('returns paths of projects and groups, and follows renames', async () => {
    const owner = await createUser();
    const group = await createGroup(owner.api);
    const inner = await createGroup(owner.api, { parent_id: group.id });
    const project = await createProject(owner.api, { namespace_id: inner.id });
    const rest = { name_with_namespace: project['name_with_namespace'], web_url: project['web_url'] };
    expect(await directory.listProjectProfiles({ ids: [project.id, 999_999_999] })).toEqual({
      projects: [
        {
          id: project.id,
          name: project['name'],
          path: project.path,
          path_with_namespace: `${group.path}/${inner.path}/${project.path}`,
          namespace_id: inner.id,
          ancestor_ids: [group.id, inner.id],
          storage: 'default',
          emails_disabled: false,
          ...rest,
        },
      ],
    });
    expect((await owner.api.put(`/groups/${group.id}`, { path: `${group.path}-new` })).status).toBe(200);
    const { groups } = await directory.listGroupProfiles({ ids: [inner.id] });
    expect(groups).toEqual([
      expect.objectContaining({
        id: inner.id,
        full_path: `${group.path}-new/${inner.path}`,
        ancestor_ids: [group.id],
        web_url: expect.stringContaining(`/groups/${group.path}-new/${inner.path}`),
      }),
    ]);
  });
});
