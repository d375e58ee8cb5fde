/** Configuration of the repository service. */
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import { jsonMap, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

interface RepositoryConfig extends ServiceConfig {
  /** HTTP URL of the git transport of each storage. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
  /** Storages that this process serves; empty for all. */
  storages: string[];
}

const variables = readConfig(process.env, {
  ...serviceVariables,
  FORGE_GIT_ADDRESSES: jsonMap({ default: {}, desc: 'HTTP URL of the git transport of each storage' }),
  FORGE_STORAGES: str({ default: '', desc: 'Storages that this process serves, comma-separated; empty for all' }),
  FORGE_REPLICA: str({
    default: '',
    desc: 'Name of this replica, ending with its number: 0 serves the storage `default`, n the storage `storage-n`',
  }),
});

/**
 * The environment variables of the process. Repositories are stored in
 * `FORGE_DATA_DIR/repositories/<storage>`.
 */
export const config: RepositoryConfig = {
  ...variables,
  storages: storagesOf(variables.FORGE_STORAGES, variables.FORGE_REPLICA),
};

function storagesOf(names: string, replica: string): string[] {
  if (names !== '') return names.split(',').map((name) => name.trim());
  if (replica === '') return [];
  const number = /-(\d+)$/.exec(replica)?.[1];
  if (number === undefined) throw new Error(`FORGE_REPLICA: ${replica} does not end with a number`);
  return [number === '0' ? DEFAULT_STORAGE : `storage-${number}`];
}
