/** Project documents for tests with their own database. */
import { searchFields } from '@forgemesh/data';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import { projectKeys } from '#access/access-keys';
import type { ProjectDocument } from '#projects/model/project.model';
import { defaultSettings } from '#projects/model/project-settings';

const settings = {
  default_project_visibility: 'private',
  shared_runners_enabled: true,
  auto_devops_enabled: false,
} as ApplicationSettings;

/** A private project in a user's namespace, with the given fields. */
export function projectDocument(fields: Partial<ProjectDocument> & { _id: number }): Omit<ProjectDocument, 'version'> {
  const now = new Date();
  const name = `project-${fields._id}`;
  const document = {
    ...defaultSettings(settings),
    name,
    path: name,
    name_lower: name,
    path_lower: name,
    ...searchFields(name),
    namespace_id: 1,
    ancestor_ids: [],
    owner_id: 1,
    creator_id: 1,
    shared_groups: [],
    archived: false,
    storage: 'default',
    default_branch: null,
    star_count: 0,
    forks_count: 0,
    open_issues_count: 0,
    import_status: 'none' as const,
    import_error: null,
    runners_token: 'sealed',
    last_activity_at: now,
    created_at: now,
    updated_at: now,
    ...fields,
  };
  return { ...document, access_keys: projectKeys(document) };
}
