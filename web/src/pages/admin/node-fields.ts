import { check, line, number } from '#components/settings/fields';

/** What is entered for a new node, and may be changed later. */
export const nodeFields = {
  name: line('Name', { isRequired: true, hint: 'That of FORGE_GEO_NODE_NAME in the configuration of the node.' }),
  url: line('Address', { type: 'url', isRequired: true }),
  internal_url: line('Address for other nodes', { type: 'url', hint: 'Empty: the same.' }),
  enabled: check('Replicates'),
  repos_max_capacity: number('Repositories at a time', { min: 0 }),
  files_max_capacity: number('Files at a time', { min: 0 }),
  verification_max_capacity: number('Verifications at a time', { min: 0 }),
  container_repositories_max_capacity: number('Container repositories at a time', { min: 0 }),
  sync_object_storage: check('Replicates files of the object storage'),
};

/** The defaults of the API. */
export const nodeDefaults = {
  enabled: true,
  repos_max_capacity: 25,
  files_max_capacity: 10,
  verification_max_capacity: 100,
  container_repositories_max_capacity: 10,
};
