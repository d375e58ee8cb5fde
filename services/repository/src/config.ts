/** Configuration of the repository service. */
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import { jsonMap, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

/**
 * Variables of the process, and the storages that they name. Repositories are stored in
 * `FORGE_DATA_DIR/repositories/<storage>`.
 */
export interface RepositoryConfig extends ServiceConfig {
  /** HTTP URL of the git transport of each storage. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
  /** Storages that this process serves; empty for all. */
  storages: string[];
}

/** Reads the configuration. Throws an error for invalid variables. */
export function readRepositoryConfig(environment: NodeJS.ProcessEnv): RepositoryConfig {
  const variables = readConfig(environment, {
    ...serviceVariables,
    FORGE_GIT_ADDRESSES: jsonMap({ default: {}, desc: 'HTTP URL of the git transport of each storage' }),
    FORGE_STORAGES: str({ default: '', desc: 'Storages that this process serves, comma-separated; empty for all' }),
    FORGE_REPLICA: str({
      default: '',
      desc: 'Name of this replica, ending with its number: 0 serves the storage `default`, n the storage `storage-n`',
    }),
  });
  return { ...variables, storages: storagesOf(variables.FORGE_STORAGES, variables.FORGE_REPLICA) };
}

function storagesOf(names: string, replica: string): string[] {
  if (names !== '') return names.split(',').map((name) => name.trim());
  if (replica === '') return [];
  const number = /-(\d+)$/.exec(replica)?.[1];
  if (number === undefined) throw new Error(`FORGE_REPLICA: ${replica} does not end with a number`);
  return [number === '0' ? DEFAULT_STORAGE : `storage-${number}`];
}
