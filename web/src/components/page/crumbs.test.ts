import type { Group, Project } from '#api/types';
import { groupCrumbs, projectCrumbs } from './crumbs';

const project = (fields: object): Project => fields as Project;

describe('the way to a project', () => {
  it('names all groups above it', () => {
    const crumbs = projectCrumbs(
      project({
        name: 'Webshop',
        name_with_namespace: 'Acme / Platform / Webshop',
        path_with_namespace: 'acme/platform/webshop',
        namespace: { kind: 'group', name: 'Platform', full_path: 'acme/platform' },
      }),
    );
    expect(crumbs).toEqual([
      { text: 'Acme', to: '/groups/acme' },
      { text: 'Platform', to: '/groups/acme/platform' },
      { text: 'Webshop', to: '/acme/platform/webshop' },
    ]);
  });

  it('begins with its user', () => {
    const crumbs = projectCrumbs(
      project({
        name: 'Notes',
        name_with_namespace: 'Ada / Notes',
        path_with_namespace: 'ada/notes',
        namespace: { kind: 'user', name: 'Ada', full_path: 'ada' },
      }),
    );
    expect(crumbs).toEqual([
      { text: 'Ada', to: '/ada' },
      { text: 'Notes', to: '/ada/notes' },
    ]);
  });
});

describe('the way to a group', () => {
  it('has the paths where a name contains the separator', () => {
    const group = { full_name: 'Acme / R / D', full_path: 'acme/rd' } as Group;
    expect(groupCrumbs(group).map(({ text }) => text)).toEqual(['acme', 'rd']);
  });
});
