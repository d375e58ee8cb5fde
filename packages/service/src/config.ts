/**
 * Typed configuration from the environment, validated at start.
 *
 * A service declares its own variables in its `config.ts`. Only entry points read the environment,
 * and hand it in.
 */
import { bool, cleanEnv, EnvError, makeValidator, num, port, str, type CleanedEnv } from 'envalid';
import ipaddr from 'ipaddr.js';
import { DEFAULT_MIN_FREE_DISK_BYTES } from '@forgemesh/errors';
import { samplers } from '@forgemesh/telemetry';

export { bool, num, port, str, url } from 'envalid';

/** A JSON object of strings, such as addresses by service name. */
export const jsonMap = makeValidator<Record<string, string>>((input) => {
  const value: unknown = JSON.parse(input);
  const isMap =
    typeof value === 'object' && value !== null && Object.values(value).every((entry) => typeof entry === 'string');
  if (!isMap) throw new EnvError('not a JSON object of strings');
  return value as Record<string, string>;
});

/** The URL of a mail server; may be empty. Errors do not contain its password. */
export const smtpUrl = makeValidator<string>((input) => {
  if (input !== '' && !(/^smtps?:$/.test(schemeOf(input)) && new URL(input).hostname !== ''))
    throw new EnvError('not a URL of a mail server, smtp://host or smtps://host');
  return input;
});

function schemeOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}

/** An email address, alone or as `Name <address>`; may be empty. */
export const mailbox = makeValidator<string>((input) => {
  const address = /[^\s<>@,;"]+@[^\s<>@,;"]+/.source;
  if (input !== '' && !new RegExp(`^(?:${address}|[^<>\r\n]*<${address}>)$`).test(input.trim()))
    throw new EnvError('not an email address');
  return input;
});

/** A number within limits. */
const numberBetween = (min: number, max: number) =>
  makeValidator<number>((input) => {
    const value = Number(input);
    if (input === '' || !(value >= min && value <= max)) throw new EnvError(`not a number from ${min} to ${max}`);
    return value;
  });

/** Maximum wait for a storage: the caller's signed context must still be valid afterwards. */
const MAX_WAIT_TIMEOUT_SECONDS = 35;

/** A whole number of at least 1. */
const count = makeValidator<number>((input) => {
  const value = Number(input);
  if (!Number.isSafeInteger(value) || value < 1) throw new EnvError('not a whole number of at least 1');
  return value;
});

/** How long requests wait for a storage. */
export const waitTimeoutSeconds = numberBetween(0, MAX_WAIT_TIMEOUT_SECONDS);

/** Redelivery timeout of events. */
const ackWaitSeconds = numberBetween(2, 3_600);

/** A share of a whole. */
const share = numberBetween(0, 1);

/** Factor of the intervals of scheduled work. */
const intervalFactor = numberBetween(0.1, 1);

/** Address ranges in CIDR notation, comma-separated. */
export const addressRanges = makeValidator<string[]>((input) => {
  const ranges = input.split(',').map((range) => range.trim());
  return ranges
    .filter((range) => range !== '')
    .map((range) => {
      if (!ipaddr.isValidCIDR(range)) throw new EnvError(`${range} is not an address range`);
      return range;
    });
});

/**
 * Role of a process: handle calls (`api`), consume events and run jobs (`worker`), or both (`all`).
 */
export type ServiceRole = 'all' | 'api' | 'worker';

/** Credentials for NATS, in addition to user and password in `NATS_URL`. */
export const natsVariables = {
  FORGE_NATS_CREDENTIALS: str({ default: '', desc: 'File with the credentials of a NATS user (JWT and seed)' }),
  FORGE_NATS_CA: str({ default: '', desc: 'File with the certificates of the authorities of the NATS servers (PEM)' }),
};

/** Variables of tracing, by the specification of OpenTelemetry; its exporter reads further ones. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: bool({ default: false, desc: 'Whether tracing is off' }),
  OTEL_TRACES_EXPORTER: str({
    choices: ['', 'otlp', 'none'],
    default: '',
    desc: 'Exporter of traces; OTLP if there is an endpoint',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: str({ default: '', desc: 'URL of the collector, to which `/v1/traces` is added' }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: str({ default: '', desc: 'URL to which traces are sent' }),
  OTEL_TRACES_SAMPLER: str({ choices: samplers, default: 'parentbased_always_on' }),
  OTEL_TRACES_SAMPLER_ARG: share({
    default: 1,
    desc: 'Share of the traces that a sampler with `traceidratio` records',
  }),
  OTEL_BSP_SCHEDULE_DELAY: num({ default: 5_000, desc: 'Milliseconds between two exports' }),
};

/** Variables of every process. */
export const processVariables = {
  FORGE_SERVICE: str({ desc: 'Name of this process in logs, keys and addresses' }),
  FORGE_HOST: str({ default: '127.0.0.1', desc: 'Address to listen on' }),
  FORGE_HTTP_PORT: port({ desc: 'Port of the readiness and liveness probes; the public port of the gateway' }),
  FORGE_METRICS_PORT: port({ default: undefined, desc: 'Port of metrics and detailed readiness; empty for none' }),
  FORGE_METRICS_HOST: str({ default: '127.0.0.1', desc: 'Address on which metrics and detailed readiness are served' }),
  FORGE_DATA_DIR: str({ desc: 'Folder for files of this process' }),
  FORGE_MIN_FREE_DISK_BYTES: num({
    default: DEFAULT_MIN_FREE_DISK_BYTES,
    desc: 'Bytes that stay free on the disk of FORGE_DATA_DIR: uploads and archives that would need them are refused',
  }),
  FORGE_LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  FORGE_SIGNING_KEY: str({ desc: 'File with the Ed25519 private key of this process (PEM)' }),
  FORGE_TRUSTED_KEYS: str({
    desc: 'Public keys of all processes: a JWKS, or a folder of certificates `<process>.crt` and `<process>.<word>.crt`',
  }),
  FORGE_TLS_CERTIFICATE: str({
    default: '',
    desc: 'File with the certificate of this process (PEM); empty to disable TLS between processes',
  }),
  FORGE_TLS_KEY: str({ default: '', desc: 'File with the private key of the certificate (PEM)' }),
  FORGE_TLS_TRUSTED: str({
    default: '',
    desc: 'Trusted certificates of other processes: a file with those of authorities, or a folder with those of the processes',
  }),
  FORGE_ADDRESSES: jsonMap({
    desc: 'gRPC address of each service; `pool:host:port,...` for processes of which any serves each call',
  }),
  FORGE_POOL_WARM_MEMBERS: count({
    default: 2,
    desc: 'Processes of a pool over which the reads of one project are spread when it is busy',
  }),
  FORGE_STORAGE_WAIT_TIMEOUT_SECONDS: waitTimeoutSeconds({
    default: 30,
    desc: 'Seconds for which requests wait for an unavailable storage, for example while its process is replaced',
  }),
  FORGE_EXTERNAL_URL: str({ desc: 'URL under which clients reach the instance' }),
  FORGE_REVISION: str({ default: 'development', desc: 'Revision of this build' }),
};

/** Additional variables of every service. */
export const serviceVariables = {
  ...processVariables,
  FORGE_ROLE: str<ServiceRole>({ choices: ['all', 'api', 'worker'], default: 'all' }),
  FORGE_CLUSTER_CIDRS: addressRanges({
    default: [],
    desc: 'Address ranges of the cluster in addition to private ones: hooks, mirrors and imports cannot reach them',
  }),
  FORGE_GRPC_PORT: port({
    default: undefined,
    desc: 'Port of the gRPC server; empty if only services of the same process call this one',
  }),
  FORGE_MEMBER: str({
    default: '',
    desc: 'Name of this process among those of its service, by which callers prefer it for a project; empty: its address',
  }),
  FORGE_GRPC_REFLECTION: bool({ default: false, desc: 'Whether the gRPC server offers reflection' }),
  FORGE_SECRET: str({ desc: 'Key material of the instance: digests of tokens, secrets at rest' }),
  MONGODB_URI: str({ desc: 'Database server' }),
  FORGE_MONGODB_DATABASE: str({ desc: 'Database of this service' }),
  NATS_URL: str({
    desc: 'NATS servers with JetStream, comma-separated: `nats://user:password@host:4222`',
  }),
  ...natsVariables,
  FORGE_SHUTDOWN_TIMEOUT_SECONDS: num({
    default: 8,
    desc: 'Seconds for which a stopping process waits for calls and git commands in progress',
  }),
  FORGE_OUTBOX_MAX_PENDING: num({ default: 100_000, desc: 'Events that may wait for NATS before writes are refused' }),
  FORGE_EVENT_REPLICAS: num({ default: 1, desc: 'Number of replicas of each event stream in a NATS cluster' }),
  FORGE_EVENT_MAX_DELIVERIES: num({ default: 7, desc: 'Failed attempts after which an event becomes a dead letter' }),
  FORGE_EVENT_ACK_WAIT_SECONDS: ackWaitSeconds({
    default: 60,
    desc: 'Redelivery timeout of events in seconds (jobs: half). A crashed worker delays its work by this long.',
  }),
  FORGE_SCHEDULE_INTERVAL_FACTOR: intervalFactor({
    default: 1,
    desc: 'Factor of the intervals of scheduled work, from 0.1 to 1: with less than 1, it runs more often',
  }),
};

/** Configuration of a service as `readConfig(process.env, serviceVariables)` returns it. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- a name for the declarations of services
export interface ServiceConfig extends CleanedEnv<typeof serviceVariables> {}

/** Reads and validates variables; throws one error that lists all problems. */
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
