/** Configuration of the gateway. Nothing else reads the environment. */
import { jsonMap, natsVariables, waitTimeoutSeconds, processVariables, readConfig } from '@forgemesh/service';
import { requestLogging } from './server/request-log';
import { bool, makeValidator, num, str, type CleanedEnv } from 'envalid';
import ipaddr from 'ipaddr.js';

const addressRanges = makeValidator<string[]>((input) => {
  const ranges = input.split(',').filter((range) => range.trim() !== '');
  return ranges.map((range) => {
    ipaddr.parseCIDR(range.trim());
    return range.trim();
  });
});

const variables = {
  ...processVariables,
  FORGE_GIT_ADDRESSES: jsonMap({
    default: {},
    desc: 'HTTP URL of the git transport by storage name; of a pool, its URLs separated by commas, or one with its name',
  }),
  FORGE_TRUSTED_PROXIES: addressRanges({
    default: [],
    desc: 'Address ranges of trusted proxies, whose forwarding headers are accepted',
  }),
  FORGE_WEB_DIR: str({ default: '', desc: 'Folder with the built web pages; empty for that of the checkout' }),
  FORGE_LICENSE_TIER: num({ choices: [0, 1, 2, 3], default: 3, desc: 'License tier of the instance' }),
  FORGE_LOG_REQUESTS: requestLogging({
    default: 1,
    desc: 'Logged requests: `all`, `errors` (5xx and incomplete responses), `none`, or the fraction of all requests',
  }),
  FORGE_MAX_BODY_BYTES: num({
    default: 1024 * 1024,
    desc: 'Maximum size of the parameters in a request body, unless the operation has its own limit',
  }),
  FORGE_BODY_MEMORY_BYTES: num({
    default: 256 * 1024 * 1024,
    desc: 'Maximum size of all request bodies in memory together',
  }),
  FORGE_ANONYMOUS_BODY_MEMORY_BYTES: num({
    default: 32 * 1024 * 1024,
    desc: 'The part of it for the bodies of clients without a token',
  }),
  FORGE_MAX_REQUESTS_PER_CALLER: num({
    default: 32,
    desc: 'API requests of one user or address that are handled at the same time; 0 for no limit',
  }),
  FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: waitTimeoutSeconds({
    default: 10,
    desc: 'Seconds for which requests wait for a service without a running process',
  }),
  FORGE_SHUTDOWN_DELAY_SECONDS: num({
    default: 0,
    desc: 'Seconds for which a stopping gateway still handles requests and closes connections after each response',
  }),
  NATS_URL: str({
    default: '',
    desc: 'NATS server, for rate limits shared by all gateways and immediate changes of settings; empty for none',
  }),
  ...natsVariables,
  FORGE_GEO_ROLE: str<'primary' | 'secondary'>({
    choices: ['primary', 'secondary'],
    default: 'primary',
    desc: 'Whether this mesh accepts writes (primary), or forwards them to the primary and reads from replicas (secondary)',
  }),
  FORGE_GEO_PRIMARY_URL: str({ default: '', desc: 'URL of the primary, for a secondary' }),
  FORGE_MAX_CONNECTIONS: num({ default: 10_000, desc: 'Maximum number of HTTP connections; 0 for no limit' }),
  FORGE_MAX_CONNECTIONS_PER_ADDRESS: num({
    default: 1_000,
    desc: 'Maximum number of HTTP connections per address, except trusted proxies; 0 for no limit',
  }),
  FORGE_MAX_CONNECTION_AGE_SECONDS: num({
    default: 0,
    desc: 'Age in seconds at which a connection is closed after its response, so that clients find added gateways; 0 for no limit',
  }),
  FORGE_HEADERS_TIMEOUT_SECONDS: num({ default: 60, desc: 'Timeout for the headers of a request, in seconds' }),
  FORGE_BODY_TIMEOUT_SECONDS: num({ default: 21_600, desc: 'Timeout for a request including its body, in seconds' }),
  FORGE_BODY_MIN_BYTES_PER_SECOND: num({
    default: 256,
    desc: 'Minimum speed of a body in bytes per second, on average after 30 seconds',
  }),
  FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: num({
    default: 120,
    desc: 'Timeout in seconds for the body of a client that has not signed in by a header',
  }),
  FORGE_ANONYMOUS_BODY_MIN_BYTES_PER_SECOND: num({
    default: 1_024,
    desc: 'Minimum speed of such a body in bytes per second',
  }),
  FORGE_SSH_LOGIN_TIMEOUT_SECONDS: num({ default: 30, desc: 'Timeout for the sign-in of an SSH client, in seconds' }),
  FORGE_SSH_PROXY_PROTOCOL: bool({
    default: false,
    desc: 'Whether SSH connections from FORGE_TRUSTED_PROXIES begin with a PROXY protocol header (version 1 or 2)',
  }),
  FORGE_SSH_MAX_CONNECTIONS: num({ default: 500, desc: 'Maximum number of SSH connections' }),
  FORGE_SSH_MAX_CONNECTIONS_PER_ADDRESS: num({
    default: 20,
    desc: 'Maximum number of SSH connections per address that have not signed in',
  }),
  FORGE_SSH_PORT: num({ default: 0, desc: 'Public port of git over SSH; 0 disables it' }),
  FORGE_SSH_LISTEN_PORT: num({
    default: 0,
    desc: 'Port on which the SSH server listens, if it differs from FORGE_SSH_PORT',
  }),
  FORGE_SSH_HOST_KEY: str({
    default: '',
    desc: 'File with the SSH host key (private key, PEM)',
  }),
};

/** The validated variables of the gateway. */
export type GatewayConfig = CleanedEnv<typeof variables>;

/** Reads and checks the environment. Throws one error that names every problem. */
export function loadConfig(environment: unknown = process.env): GatewayConfig {
  return readConfig(environment, variables);
}
