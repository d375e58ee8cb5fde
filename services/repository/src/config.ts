/** Configuration of the repository service. */
import type { TransportLimits } from '@forgemesh/git-engine';
import { objectVariables, readObjectConfig, type ObjectConfig } from '@forgemesh/objects';
import { DEFAULT_STORAGE } from '@forgemesh/rpc';
import type { PackCollection } from './refs/packs/audit/deps';
import { jsonMap, num, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

/**
 * Variables of the process, and the storages that they name. Repositories are stored in
 * `FORGE_DATA_DIR/repositories/<storage>`.
 */
export interface RepositoryConfig extends ServiceConfig {
  /** HTTP URL of the git transport of each storage. */
  FORGE_GIT_ADDRESSES: Record<string, string>;
  /** Storages that this process serves; empty for all. */
  storages: string[];
  /** For each storage, the epoch of the start whose loss of changes is accepted. */
  FORGE_ACCEPT_STORAGE_LOSS: Record<string, string>;
  /** Limits of git clients and of downloads. */
  git: TransportLimits;
  /**
   * Where the objects of repositories are kept: only in their folders, or in the object store too.
   */
  FORGE_PACKS: 'folder' | 'objects';
  /** What happens to packs in the object store that no repository has needed for 14 days. */
  FORGE_PACKS_COLLECT: PackCollection;
  /** The object store. */
  objects: ObjectConfig;
  /** Uploads and downloads of large files at the same time. */
  FORGE_LFS_MAX_TRANSFERS: number;
  /** Maximum size of a large file in bytes; 0 for no limit. */
  FORGE_LFS_MAX_OBJECT_BYTES: number;
  /** Seconds for which clients may download large files from the object store itself. */
  FORGE_LFS_ADDRESS_SECONDS: number;
  /** Seconds for which clients may upload large files to the object store itself. */
  FORGE_LFS_UPLOAD_ADDRESS_SECONDS: number;
}

/** Reads the configuration. Throws an error for invalid variables. */
export function readRepositoryConfig(environment: NodeJS.ProcessEnv): RepositoryConfig {
  const variables = readConfig(environment, {
    ...serviceVariables,
    ...objectVariables,
    FORGE_GIT_ADDRESSES: jsonMap({ default: {}, desc: 'HTTP URL of the git transport of each storage' }),
    FORGE_GIT_MAX_FETCHES: num({ default: 16, desc: 'Git processes that serve clones and fetches' }),
    FORGE_GIT_MAX_PUSHES: num({ default: 16, desc: 'Git processes that receive pushes' }),
    FORGE_GIT_MAX_TRANSFERS: num({
      default: 400,
      desc: 'Git requests and sessions until their last byte, and the same number of downloads',
    }),
    FORGE_GIT_SPOOL_BYTES: num({
      default: 4 * 1024 ** 3,
      desc: 'Disk space of content that waits for slow git clients, and the same for downloads',
    }),
    FORGE_GIT_MIN_BYTES_PER_SECOND: num({
      default: 1024,
      desc: 'Minimum average speed of git clients and downloads after 30 seconds',
    }),
    FORGE_GIT_PUSH_MIN_BYTES_PER_SECOND: num({
      default: 64 * 1024,
      desc: 'The same for a push that git already receives',
    }),
    FORGE_GIT_IDLE_TIMEOUT_SECONDS: num({ default: 60, desc: 'Maximum pause of git clients and downloads' }),
    FORGE_GIT_MAX_SILENT_CPU_SECONDS: num({
      default: 300,
      desc: 'Processor time in which git may prepare a pack without sending any of it',
    }),
    FORGE_LFS_MAX_TRANSFERS: num({
      default: 64,
      desc: 'Uploads and downloads of large files at the same time, of which a user has a quarter',
    }),
    FORGE_LFS_MAX_OBJECT_BYTES: num({ default: 0, desc: 'Maximum size of a large file in bytes; 0 for no limit' }),
    FORGE_LFS_ADDRESS_SECONDS: num({
      default: 0,
      desc: 'Seconds for which clients may download large files from a bucket itself; 0: only through the instance',
    }),
    FORGE_LFS_UPLOAD_ADDRESS_SECONDS: num({
      default: 0,
      desc: 'Seconds for which clients may upload large files to a bucket itself; 0: only through the instance',
    }),
    FORGE_ACCEPT_STORAGE_LOSS: jsonMap({
      default: {},
      desc: 'Storages whose loss of acknowledged changes is accepted, with the number that the log names',
    }),
    FORGE_PACKS: str({
      choices: ['folder', 'objects'],
      default: 'folder',
      desc: 'Where the objects of repositories are kept: only in their folders, or in the object store too',
    }),
    FORGE_PACKS_COLLECT: str<PackCollection>({
      choices: ['off', 'dry', 'on'],
      default: 'dry',
      desc: 'Whether packs in the object store that no repository has needed for 14 days are removed (`on`), or only counted and logged (`dry`)',
    }),
    FORGE_STORAGES: str({ default: '', desc: 'Storages that this process serves, comma-separated; empty for all' }),
    FORGE_REPLICA: str({
      default: '',
      desc: 'Name of this replica, ending with its number: 0 serves the storage `default`, n the storage `storage-n`',
    }),
  });
  return {
    ...variables,
    storages: storagesOf(variables.FORGE_STORAGES, variables.FORGE_REPLICA),
    objects: readObjectConfig(variables, variables.FORGE_DATA_DIR),
    git: {
      maxFetches: variables.FORGE_GIT_MAX_FETCHES,
      maxPushes: variables.FORGE_GIT_MAX_PUSHES,
      maxTransfers: variables.FORGE_GIT_MAX_TRANSFERS,
      spoolBytes: variables.FORGE_GIT_SPOOL_BYTES,
      bytesPerSecond: variables.FORGE_GIT_MIN_BYTES_PER_SECOND,
      pushBytesPerSecond: variables.FORGE_GIT_PUSH_MIN_BYTES_PER_SECOND,
      idleSeconds: variables.FORGE_GIT_IDLE_TIMEOUT_SECONDS,
      maxSilentCpuSeconds: variables.FORGE_GIT_MAX_SILENT_CPU_SECONDS,
    },
  };
}

function storagesOf(names: string, replica: string): string[] {
  if (names !== '') return names.split(',').map((name) => name.trim());
  if (replica === '') return [];
  const number = /-(\d+)$/.exec(replica)?.[1];
  if (number === undefined) throw new Error(`FORGE_REPLICA: ${replica} does not end with a number`);
  return [number === '0' ? DEFAULT_STORAGE : `storage-${number}`];
}
