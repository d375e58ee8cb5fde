import { t } from '@lingui/core/macro';
import { check, line, number } from '#components/settings/fields';

/** What is entered for a new node, and may be changed later. */
export const nodeFields = {
  name: line(t`Name`, { isRequired: true, hint: t`That of FORGE_GEO_NODE_NAME in the configuration of the node.` }),
  url: line(t`Address`, { type: 'url', isRequired: true }),
  internal_url: line(t`Address for other nodes`, { type: 'url', hint: t`Empty: the same.` }),
  enabled: check(t`Replicates`),
  repos_max_capacity: number(t`Repositories at a time`, { min: 0 }),
  files_max_capacity: number(t`Files at a time`, { min: 0 }),
  verification_max_capacity: number(t`Verifications at a time`, { min: 0 }),
  container_repositories_max_capacity: number(t`Container repositories at a time`, { min: 0 }),
  sync_object_storage: check(t`Replicates files of the object storage`),
};

/** The defaults of the API. */
export const nodeDefaults = {
  enabled: true,
  repos_max_capacity: 25,
  files_max_capacity: 10,
  verification_max_capacity: 100,
  container_repositories_max_capacity: 10,
};
