/** Configuration of the gateway. Nothing else reads the environment. */
import { jsonMap, natsVariables, waitTimeoutSeconds, processVariables, readConfig } from '@forgemesh/service';
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
  FORGE_GIT_ADDRESSES: jsonMap({ default: {}, desc: 'HTTP URL of the git transport of each storage' }),
  FORGE_TRUSTED_PROXIES: addressRanges({ default: [], desc: 'Address ranges whose forwarding headers are believed' }),
  FORGE_LICENSE_TIER: num({ choices: [0, 1, 2, 3], default: 3, desc: 'Licence tier of the instance' }),
  FORGE_MAX_BODY_BYTES: num({
    default: 10 * 1024 * 1024,
    desc: 'Largest request body unless an operation says otherwise',
  }),
  FORGE_SERVICE_WAIT_TIMEOUT_SECONDS: waitTimeoutSeconds({
    default: 10,
    desc: 'Seconds for which requests wait for a service none of whose processes is there',
  }),
  FORGE_SHUTDOWN_DELAY_SECONDS: num({
    default: 0,
    desc: 'Seconds for which a gateway that ends still answers, and asks clients to come by another connection',
  }),
  NATS_URL: str({
    default: '',
    desc: 'NATS server, over which requests are counted together with other gateways and settings act at once',
  }),
  ...natsVariables,
  FORGE_GEO_ROLE: str<'primary' | 'secondary'>({
    choices: ['primary', 'secondary'],
    default: 'primary',
    desc: 'Whether this mesh takes writes, or passes them on to the primary and answers from copies',
  }),
  FORGE_GEO_PRIMARY_URL: str({ default: '', desc: 'Address of the primary, for a secondary' }),
  FORGE_MAX_CONNECTIONS: num({ default: 10_000, desc: 'HTTP connections at once; 0 for no limit' }),
  FORGE_MAX_CONNECTIONS_PER_ADDRESS: num({
    default: 1_000,
    desc: 'HTTP connections of one address at once, those of trusted proxies apart; 0 for no limit',
  }),
  FORGE_HEADERS_TIMEOUT_SECONDS: num({ default: 60, desc: 'Seconds in which the headers of a request have to come' }),
  FORGE_BODY_TIMEOUT_SECONDS: num({ default: 21_600, desc: 'Seconds in which a request has to come, with its body' }),
  FORGE_BODY_MIN_BYTES_PER_SECOND: num({
    default: 256,
    desc: 'Bytes per second of a body, on average after 30 seconds',
  }),
  FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS: num({
    default: 120,
    desc: 'Seconds in which a body has to come whose sender has not signed in by a header',
  }),
  FORGE_ANONYMOUS_BODY_MIN_BYTES_PER_SECOND: num({ default: 1_024, desc: 'Bytes per second of such a body' }),
  FORGE_SSH_LOGIN_TIMEOUT_SECONDS: num({ default: 30, desc: 'Seconds that an SSH client has to sign in' }),
  FORGE_SSH_PROXY_PROTOCOL: bool({
    default: false,
    desc: 'Whether SSH connections of FORGE_TRUSTED_PROXIES begin with a header of the PROXY protocol (version 1 or 2)',
  }),
  FORGE_SSH_MAX_CONNECTIONS: num({ default: 500, desc: 'SSH connections at once' }),
  FORGE_SSH_MAX_CONNECTIONS_PER_ADDRESS: num({
    default: 20,
    desc: 'SSH connections of one address at once that have not signed in',
  }),
  FORGE_SSH_PORT: num({ default: 0, desc: 'Public port of git over SSH, which is off at 0' }),
  FORGE_SSH_LISTEN_PORT: num({ default: 0, desc: 'Port on which it is listened for, if another one' }),
  FORGE_SSH_HOST_KEY: str({
    default: '',
    desc: 'File with the private key by which SSH clients know the instance (PEM)',
  }),
};

/** The validated variables of the gateway. */
export type GatewayConfig = CleanedEnv<typeof variables>;

/** Reads and checks the environment. Throws one error that names every problem. */
export function loadConfig(environment: unknown = process.env): GatewayConfig {
  return readConfig(environment, variables);
}
