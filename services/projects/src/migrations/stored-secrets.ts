import type { StoredSecrets } from '@forgemesh/service';
import type { MigrationsDeps } from './deps';

/** The values that this service encrypts with the secret of the instance. */
export function storedSecrets(deps: MigrationsDeps): StoredSecrets {
  const { box, hookBox, integrationBox, variableBox, exportBox, mirrorBox } = deps;
  return {
    sealed: [
      { collection: 'projects', box, paths: ['runners_token'], projection: { runners_token: 1 } },
      { collection: 'projects', box: mirrorBox, paths: ['import_url'], projection: { import_url: 1 } },
      { collection: 'namespaces', box, paths: ['runners_token'], projection: { runners_token: 1 } },
      {
        collection: 'hooks',
        box: hookBox,
        paths: ['token', 'url', 'signing_token'],
        projection: { token: 1, url: 1, signing_token: 1 },
      },
      { collection: 'integrations', box: integrationBox, paths: ['properties'], projection: { properties: 1 } },
      { collection: 'variables', box: variableBox, paths: ['value'], projection: { value: 1 } },
      { collection: 'project_exports', box: exportBox, paths: ['upload_url'], projection: { upload_url: 1 } },
      { collection: 'remote_mirrors', box: mirrorBox, paths: ['url'], projection: { url: 1 } },
    ],
  };
}
