/**
 * Typed configuration from the environment, validated at start.
 *
 * Every service has one `config.ts` that names its variables and calls `readConfig`; nothing else
 * reads the environment.
 */
import { bool, cleanEnv, EnvError, makeValidator, num, port, str, type CleanedEnv } from 'envalid';
import ipaddr from 'ipaddr.js';
import { DEFAULT_MIN_FREE_DISK_BYTES } from '@forgemesh/errors';

export { bool, num, port, str } from 'envalid';

/** A JSON object of strings, such as service name to address. */
export const jsonMap = makeValidator<Record<string, string>>((input) => {
  const value: unknown = JSON.parse(input);
  const isMap =
    typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string');
  if (!isMap) throw new EnvError('not a JSON object of strings');
  return value as Record<string, string>;
});

/**
 * The address of a mail server. Its password is not repeated in a complaint; an empty text is none.
 */
export const smtpUrl = makeValidator<string>((input) => {
  if (input !== '' && !(/^smtps?:$/.test(schemeOf(input)) && new URL(input).hostname !== ''))
    throw new EnvError('not an address of a mail server, smtp://host or smtps://host');
  return input;
});

function schemeOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

/** An address of mails, alone or as `Name <address>`; an empty text is none. */
export const mailbox = makeValidator<string>((input) => {
  const address = /[^\s<>@,;"]+@[^\s<>@,;"]+/.source;
  if (input !== '' && !new RegExp(`^(?:${address}|[^<>\r\n]*<${address}>)$`).test(input.trim()))
    throw new EnvError('not an address of mails');
  return input;
});

/** Seconds of a patience. */
const secondsBetween = (least: number, most: number) =>
  makeValidator<number>((input) => {
    const value = Number(input);
    if (input === '' || !(value >= least && value <= most)) throw new EnvError(`not a number from ${least} to ${most}`);
    return value;
  });

/**
 * Longest patience with a storage: who waits shows a signed context after it, which lives for a
 * minute.
 */
const MAX_WAIT_TIMEOUT_SECONDS = 35;

/** ReadyWaiter with a storage. */
export const waitTimeoutSeconds = secondsBetween(0, MAX_WAIT_TIMEOUT_SECONDS);

/** How long a process may hold what it took. */
const ackWaitSeconds = secondsBetween(2, 3_600);

/** Ranges of addresses, comma-separated. */
export const addressRanges = makeValidator<string[]>((input) => {
  const ranges = input.split(',').map((range) => range.trim());
  return ranges
    .filter((range) => range !== '')
    .map((range) => {
      if (!ipaddr.isValidCIDR(range)) throw new EnvError(`${range} is not a range of addresses`);
      return range;
    });
});

/**
 * What this process does: answer calls (`api`), follow events and run jobs (`worker`), or both
 * (`all`).
 */
export type ServiceRole = 'all' | 'api' | 'worker';

/** How a process signs in to NATS, beside user and password in `NATS_URL`. */
export const natsVariables = {
  FORGE_NATS_CREDENTIALS: str({ default: '', desc: 'File with the credentials of a NATS user (JWT and seed)' }),
  FORGE_NATS_CA: str({ default: '', desc: 'File with the certificates that sign those of the NATS servers (PEM)' }),
};

/** Variables that every process has. */
export const processVariables = {
  FORGE_SERVICE: str({ desc: 'Name of this process in logs, keys and addresses' }),
  FORGE_HOST: str({ default: '127.0.0.1', desc: 'Address to listen on' }),
  FORGE_HTTP_PORT: port({ desc: 'Port of readiness and liveness; the public port of the gateway' }),
  FORGE_METRICS_PORT: port({ default: undefined, desc: 'Port of metrics and detailed readiness; empty for none' }),
  FORGE_METRICS_HOST: str({ default: '127.0.0.1', desc: 'Address on which metrics and detailed readiness are served' }),
  FORGE_DATA_DIR: str({ desc: 'Folder for files of this process' }),
  FORGE_MIN_FREE_DISK_BYTES: num({
    default: DEFAULT_MIN_FREE_DISK_BYTES,
    desc: 'Bytes that stay free on the disk of FORGE_DATA_DIR: uploads and archives that need them are refused',
  }),
  FORGE_LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  FORGE_SIGNING_KEY: str({ desc: 'File with the Ed25519 private key of this process (PEM)' }),
  FORGE_TRUSTED_KEYS: str({
    desc: 'Public keys of all processes: a JWKS, or a folder of certificates `<process>.crt` and `<process>.<word>.crt`',
  }),
  FORGE_TLS_CERTIFICATE: str({
    default: '',
    desc: 'File with the certificate that this process shows to others (PEM); empty: processes talk without TLS',
  }),
  FORGE_TLS_KEY: str({ default: '', desc: 'File with the private key of that certificate (PEM)' }),
  FORGE_TLS_TRUSTED: str({
    default: '',
    desc: 'Certificates that others have to show: a file with those of authorities, or a folder with those of the processes',
  }),
  FORGE_ADDRESSES: jsonMap({ desc: 'gRPC address of each service' }),
  FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: waitTimeoutSeconds({
    default: 30,
    desc: 'Seconds for which requests wait for a storage that is away, as while its process is replaced',
  }),
  FORGE_EXTERNAL_URL: str({ desc: 'URL under which clients reach the instance' }),
  FORGE_REVISION: str({ default: 'development', desc: 'Revision that this build was made from' }),
};

/** Variables that every service has besides. */
export const serviceVariables = {
  ...processVariables,
  FORGE_ROLE: str<ServiceRole>({ choices: ['all', 'api', 'worker'], default: 'all' }),
  FORGE_CLUSTER_CIDRS: addressRanges({
    default: [],
    desc: 'Address ranges of the cluster besides the private ones: hooks, mirrors and imports cannot reach them',
  }),
  FORGE_GRPC_PORT: port({ desc: 'Port of the gRPC server' }),
  FORGE_GRPC_REFLECTION: bool({ default: false, desc: 'Whether the gRPC server describes itself to tools' }),
  FORGE_SECRET: str({ desc: 'Key material of the instance: digests of tokens, secrets at rest' }),
  MONGODB_URI: str({ desc: 'Database server' }),
  FORGE_MONGODB_DATABASE: str({ desc: 'Database of this service' }),
  NATS_URL: str({
    desc: 'NATS server with JetStream, or those of a cluster, comma-separated: `nats://user:password@host:4222`',
  }),
  ...natsVariables,
  FORGE_SHUTDOWN_TIMEOUT_SECONDS: num({
    default: 8,
    desc: 'Seconds for which a process that ends waits for what is under way: calls, and git commands where there are any',
  }),
  FORGE_OUTBOX_MAX_PENDING: num({ default: 100_000, desc: 'Events that may wait for NATS before writes are refused' }),
  FORGE_EVENT_REPLICAS: num({ default: 1, desc: 'Servers of a NATS cluster on which each stream of events is kept' }),
  FORGE_EVENT_MAX_DELIVERIES: num({ default: 7, desc: 'Tries after which an event becomes a dead letter' }),
  FORGE_EVENT_ACK_WAIT_SECONDS: ackWaitSeconds({
    default: 60,
    desc: 'Time after which an event is given to another process where the one that took it has not handled it; a job after half of it',
  }),
};

/** Configuration of a service as `readConfig(process.env, serviceVariables)` returns it. */
export type ServiceConfig = CleanedEnv<typeof serviceVariables>;

/** Reads and validates variables; says all problems in one message and throws. */
export function readConfig<T extends Parameters<typeof cleanEnv>[1]>(
  environment: unknown,
  variables: T,
): CleanedEnv<T> {
  return cleanEnv(environment, variables, {
    reporter: ({ errors }) => {
      const problems = Object.entries(errors).map(
        ([name, error]) => `${name}: ${(error as Error | undefined)?.message ?? 'is invalid'}`,
      );
      if (problems.length > 0) throw new Error(`The configuration is not valid. ${problems.join('; ')}`);
    },
  }) as CleanedEnv<T>;
}
