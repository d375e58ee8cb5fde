/** Configuration of the projects service. */
import { objectVariables, readObjectConfig, type ObjectConfig } from '@forgemesh/objects';
import { bool, num, readConfig, serviceVariables, type ServiceConfig, url } from '@forgemesh/service';

/** Configuration of the service: its own variables in addition to the common ones. */
export interface ProjectsConfig extends ServiceConfig {
  /** Public SSH port in clone URLs. */
  FORGE_SSH_PORT: number;
  FORGE_ARCHIVE_MAX_ENTRIES: number;
  FORGE_ARCHIVE_MAX_ENTRY_BYTES: number;
  FORGE_ARCHIVE_MAX_LINES: number;
  FORGE_ARCHIVE_MAX_BYTES: number;
  FORGE_ARCHIVE_MAX_RATIO: number;
  FORGE_ARCHIVE_TIMEOUT_SECONDS: number;
  FORGE_SPAM_CHECK_URL: string;
  FORGE_LFS_ENABLED: boolean;
  /** The object store. */
  objects: ObjectConfig;
}

const GIGABYTE = 1024 ** 3;

const variables = {
  ...serviceVariables,
  ...objectVariables,
  FORGE_SSH_PORT: num({ default: 22, desc: 'Public port of SSH; it appears in the addresses of repositories' }),
  FORGE_ARCHIVE_MAX_ENTRIES: num({ default: 100_000, desc: 'Most entries of an imported archive' }),
  FORGE_ARCHIVE_MAX_ENTRY_BYTES: num({ default: 20 * GIGABYTE, desc: 'Largest entry of an imported archive' }),
  FORGE_ARCHIVE_MAX_LINES: num({ default: 5_000_000, desc: 'Most lines of the data files of an imported archive' }),
  FORGE_ARCHIVE_MAX_BYTES: num({ default: 50 * GIGABYTE, desc: 'Largest imported archive when it is unpacked' }),
  FORGE_ARCHIVE_MAX_RATIO: num({
    default: 200,
    desc: 'Unpacked bytes for each byte of an imported archive, beyond the first 16 MiB',
  }),
  FORGE_ARCHIVE_TIMEOUT_SECONDS: num({ default: 3_600, desc: 'Seconds in which an imported archive is unpacked' }),
  FORGE_LFS_ENABLED: bool({ default: true, desc: 'Whether projects may store large files (Git LFS)' }),
  FORGE_SPAM_CHECK_URL: url({
    default: 'https://rest.akismet.com/1.1/comment-check',
    desc: 'Address of the Akismet service that checks for spam',
  }),
};

/** Reads and validates the configuration. */
export function readProjectsConfig(environment: NodeJS.ProcessEnv): ProjectsConfig {
  const values = readConfig(environment, variables);
  return { ...values, objects: readObjectConfig(values, values.FORGE_DATA_DIR) };
}
