// Variables that a process of the mesh inherits from this one: those of the system that Node and
// git need, and Forgemesh's own, except the secrets of other processes.

import { gateway, services } from './services.ts';

/** Variables of the system. */
const system =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|XDG_\w+|NODE_\w+|UV_\w+|SSL_CERT_(FILE|DIR))$/;

/**
 * Forgemesh's variables, the addresses of datastores for one service, and the standard variables of
 * tracing.
 */
const own = /^(FORGE_|MONGODB_URI_|NATS_URL_|OTEL_)/;

/** Secrets that only some services use. */
const secretsOfServices: Record<string, string[]> = {
  FORGE_ROOT_TOKEN: ['identity'],
  FORGE_SMTP_URL: ['deliveries'],
  FORGE_GEO_SECRET: ['geo'],
  FORGE_S3_SECRET_ACCESS_KEY: ['geo', 'identity', 'projects', 'repository', 'settings'],
};

const suffixes = [gateway, ...services].map(({ name }) => ({ name, suffix: `_${name.toUpperCase()}` }));

/** @returns the variables that the process of a service inherits */
export function inheritedBy(service: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = Object.keys(environment).filter((name) => system.test(name) || own.test(name));
  return withoutForeignSecrets(service, Object.fromEntries(names.map((name) => [name, environment[name]])));
}

/** @returns the variables without secrets of other services, and without their variants */
export function withoutForeignSecrets(service: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(([name]) => ownersOf(name)?.includes(service) ?? true);
  return Object.fromEntries(entries);
}

/** @returns the only services that use a variable; undefined if others may */
function ownersOf(name: string): string[] | undefined {
  const suffixed = suffixes.find(({ suffix }) => name.endsWith(suffix));
  return secretsOfServices[name] ?? (suffixed && [suffixed.name]);
}
