/** Configuration of the identity service. */
import { join } from 'node:path';
import { objectVariables, readObjectConfig, type ObjectConfig } from '@forgemesh/objects';
import { bool, num, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/service';

/** Configuration of the service, including the first administrator. */
export interface IdentityConfig extends ServiceConfig {
  /** Token of the first administrator; empty creates a random one. */
  FORGE_ROOT_TOKEN: string;
  /** File that stores the token. */
  FORGE_ROOT_TOKEN_FILE: string;
  FORGE_IMPERSONATION_ENABLED: boolean;
  /**
   * URL template of an avatar service with the placeholders `%{hash}` and `%{size}`; empty for
   * none.
   */
  FORGE_AVATAR_SERVICE_URL: string;
  /** scrypt cost parameter N, a power of two; determines the cost of one password guess. */
  FORGE_PASSWORD_COST: number;
  /** Maximum number of concurrent password hashes in a process. */
  FORGE_PASSWORD_CONCURRENCY: number;
  /** The object store. */
  objects: ObjectConfig;
}

/** Shorter tokens could be guessed. */
const MIN_TOKEN_LENGTH = 20;
const MIN_COST = 1024;

const variables = {
  ...serviceVariables,
  ...objectVariables,
  FORGE_ROOT_TOKEN: str({
    default: '',
    desc: 'Token of the administrator that the first start creates; random by default',
  }),
  FORGE_ROOT_TOKEN_FILE: str({ default: '', desc: 'File that stores the token of the first administrator' }),
  FORGE_PASSWORD_COST: num({
    default: 2 ** 15,
    desc: 'scrypt cost N of new passwords, a power of two; a lower value makes guessing cheaper',
  }),
  FORGE_PASSWORD_CONCURRENCY: num({
    default: 2,
    desc: 'Maximum number of concurrent password hashes in a process; 100 more wait, further ones fail with 503',
  }),
  FORGE_AVATAR_SERVICE_URL: str({
    default: '',
    desc: 'URL of an avatar service, with %{hash} for the MD5 of the email and %{size} for the pixels',
  }),
  FORGE_IMPERSONATION_ENABLED: bool({ default: true, desc: 'Whether impersonation tokens are accepted' }),
};

/** Reads and validates the configuration. */
export function readIdentityConfig(environment: NodeJS.ProcessEnv): IdentityConfig {
  const values = readConfig(environment, variables);

  if (values.FORGE_ROOT_TOKEN !== '' && values.FORGE_ROOT_TOKEN.length < MIN_TOKEN_LENGTH) {
    throw new Error(`The configuration is not valid. FORGE_ROOT_TOKEN: needs ${MIN_TOKEN_LENGTH} characters at least`);
  }

  const avatarUrl = values.FORGE_AVATAR_SERVICE_URL;
  if (avatarUrl !== '' && !(/^https?:\/\//.test(avatarUrl) && avatarUrl.includes('%{hash}'))) {
    throw new Error('The configuration is not valid. FORGE_AVATAR_SERVICE_URL: needs to be an HTTP URL with %{hash}');
  }

  if (!Number.isInteger(Math.log2(values.FORGE_PASSWORD_COST)) || values.FORGE_PASSWORD_COST < MIN_COST) {
    throw new Error('The configuration is not valid. FORGE_PASSWORD_COST: needs to be a power of two, 1024 at least');
  }

  if (!Number.isInteger(values.FORGE_PASSWORD_CONCURRENCY) || values.FORGE_PASSWORD_CONCURRENCY < 1) {
    throw new Error('The configuration is not valid. FORGE_PASSWORD_CONCURRENCY: needs to be a positive whole number');
  }

  return {
    ...values,
    objects: readObjectConfig(values, values.FORGE_DATA_DIR),
    FORGE_ROOT_TOKEN_FILE: values.FORGE_ROOT_TOKEN_FILE || join(values.FORGE_DATA_DIR, 'root-token'),
  };
}
