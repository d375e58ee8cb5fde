/** Configuration of the identity service. */
import { join } from 'node:path';
import { bool, readConfig, serviceVariables, str, type ServiceConfig } from '@forgemesh/kit';

interface IdentityConfig extends ServiceConfig {
  /** Token of the first administrator; empty for a random one. */
  FORGE_ROOT_TOKEN: string;
  /** File that keeps it. */
  FORGE_ROOT_TOKEN_FILE: string;
  FORGE_IMPERSONATION_ENABLED: boolean;
}

/** Shorter tokens could be guessed. */
const MIN_TOKEN_LENGTH = 20;

const variables = readConfig(process.env, {
  ...serviceVariables,
  FORGE_ROOT_TOKEN: str({
    default: '',
    desc: 'Token of the administrator that the first start makes; else a random one',
  }),
  FORGE_ROOT_TOKEN_FILE: str({ default: '', desc: 'File that keeps the token of the first administrator' }),
  FORGE_IMPERSONATION_ENABLED: bool({ default: true, desc: 'Whether impersonation tokens are accepted' }),
});

if (variables.FORGE_ROOT_TOKEN !== '' && variables.FORGE_ROOT_TOKEN.length < MIN_TOKEN_LENGTH) {
  throw new Error(`The configuration is not valid. FORGE_ROOT_TOKEN: needs ${MIN_TOKEN_LENGTH} characters at least`);
}

/** The process's variables, those of the first administrator among them. */
export const config: IdentityConfig = {
  ...variables,
  FORGE_ROOT_TOKEN_FILE: variables.FORGE_ROOT_TOKEN_FILE || join(variables.FORGE_DATA_DIR, 'root-token'),
};
