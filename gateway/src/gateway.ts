/** Composes the gateway: discovery, request handler, HTTP and SSH servers. */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { configuredServers, createEventBus, createEventConnections } from '@forgemesh/events';
import { createAddressMap, createCaller, createSigner, deployableOf } from '@forgemesh/rpc';
import { configuredTls } from '@forgemesh/security';
import { closeWhenSent, drainHttpServer, portOf, type ProcessRuntime, type Readiness } from '@forgemesh/service';
import { createMetrics, type Logger } from '@forgemesh/telemetry';
import { SshKeyHolderServiceDefinition } from '@forgemesh/proto/identity/v1/ssh_key_holder';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { createAuthenticator } from './auth/authenticate';
import { createAuthorizer } from './auth/authorize';
import { createExternalStorage } from './auth/external-storage';
import { createVisitorTokens } from './auth/visitor-tokens';
import { BodyMemory } from './body/body-memory';
import { BodyThreads } from './body/body-threads';
import { BodyReader } from './body/read-body';
import { builtInRoutes } from './routing/built-ins';
import type { GatewayConfig } from './config';
import { createCatalogue } from './routing/catalogue';
import { openDescriptorStore } from './routing/descriptor-store';
import { DISCOVERY_INTERVAL_MS, startDiscovery } from './routing/discovery';
import { addProcessMetrics } from './routing/process-metrics';
import { createDocs } from './web/docs/docs';
import { createRequestHandler } from './server/request-handler';
import { createGitProxy } from './git/git-proxy';
import { createLfsTokens } from './git/lfs/lfs-tokens';
import { createGitStorages } from './git/git-storages';
import { createGoGet } from './git/go-get';
import { sshRoot } from './git/moved-project';
import { clientInfoReader, trustedProxyTest } from './server/client-info';
import { limitConnectionAge } from './server/connection-age';
import { limitConnections } from './server/connection-limits';
import { continueOnRead } from './server/continue-on-read';
import { listenForClients } from './server/listeners';
import { transportHeaders } from './server/transport-security';
import { reportUntrustedProxies } from './server/untrusted-proxies';
import { openChannels } from './upstream/channels';
import { createAccount } from './web/account/account';
import { createApplication, openApplicationFiles } from './web/application/application';
import { pictureSources } from './web/application/picture-sources';
import { createLive } from './web/live/live';
import { createSessions } from './web/sessions/sessions';
import { createWebApp } from './web/web-app';
import { createLimitedNetworks } from './rate-limit/limited-networks';
import { openLimits, type LimitSettings } from './rate-limit/open-limits';
import { AuthorizationCache } from './auth/authorization-cache';
import { createPrimaryProxy } from './replica/primary-proxy';
import { createReplicaMiddleware } from './replica/replica-middleware';
import { readHostKey } from './git/ssh/host-key';
import type { SshOptions } from './git/ssh/ssh-options';
import { startSshServer, type SshServer } from './git/ssh/ssh-server';
import type { Headers } from './response/send';
import { createReadCheck } from './upstream/read-check';
import { RequestTurns } from './upstream/request-turns';
import { createTranscoder } from './upstream/transcoder';

/** Timeout of authentication and authorization calls: shorter than that of operations. */
const RPC_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 32 * 1024;
const NAME = 'gateway';
/** The service that holds the repositories. */
const REPOSITORY = 'repository';
/**
 * Services that a secondary node has; geo handles the operations of the last two at their
 * addresses.
 */
const SERVICES_OF_SECONDARY = ['geo', 'repository', 'identity', 'projects'];

/** A running gateway. */
export interface Gateway {
  port: number;
  /** Port of git over SSH; undefined if it is disabled. */
  sshPort: number | undefined;
  registry: Registry;
  readiness(): Readiness;
  /** Whether metrics are enabled. */
  offersMetrics(): boolean | Promise<boolean>;
  /** Services that have not responded since the start. */
  pending(): string[];
  /**
   * Reports not ready, responds with `Connection: close` for the configured time, finishes requests
   * in progress, closes.
   */
  close(): Promise<void>;
}

/** Options of a gateway besides its configuration. */
export interface GatewayOptions {
  log: Logger;
  /** Settings of the instance; loaded from the settings service by default. */
  settings?: LimitSettings;
  /** Maximum wait for requests in progress, in milliseconds. */
  drainMs?: number;
  /** Time between two calls that fetch the descriptors of a service, in milliseconds. */
  discoveryIntervalMs?: number;
  /** How long the body of a push waits for `100 Continue` of a storage, in milliseconds. */
  continueMs?: number;
  /** The process with the services that it runs; absent if the gateway is alone. */
  runtime?: ProcessRuntime;
}

/** Starts a gateway. */
export async function startGateway(
  config: GatewayConfig,
  { log, settings, drainMs = 25_000, discoveryIntervalMs = DISCOVERY_INTERVAL_MS, continueMs, runtime }: GatewayOptions,
): Promise<Gateway> {
  const folder = join(config.FORGE_DATA_DIR, 'tmp');
  mkdirSync(folder, { recursive: true });
  const metrics = createMetrics(NAME);
  const signer = createSigner(NAME, config.FORGE_SIGNING_KEY);
  const waitTimeoutMs = config.FORGE_STORAGE_WAIT_TIMEOUT_SECONDS * 1000;
  const serviceMs = config.FORGE_SERVICE_WAIT_TIMEOUT_SECONDS * 1000;
  const tls = configuredTls(config);
  const local = runtime?.isShared ? runtime.local : undefined;
  const channels = openChannels(
    config.FORGE_ADDRESSES,
    { storageMs: waitTimeoutMs, serviceMs },
    { tls, local, warmMembers: config.FORGE_POOL_WARM_MEMBERS },
  );
  const caller = createCaller({
    addresses: config.FORGE_ADDRESSES,
    signer,
    metrics,
    tls,
    waitTimeoutMs,
    timeoutMs: RPC_TIMEOUT_MS,
    pools: channels.pools,
    local: local && { services: local, issuer: NAME },
  });
  const holders = caller.client(SshKeyHolderServiceDefinition, 'identity');
  const lfsTokens = createLfsTokens(config.FORGE_SIGNING_KEY, config.FORGE_TRUSTED_KEYS);
  const storages = createGitStorages({
    continueMs,
    addresses: createAddressMap(config.FORGE_GIT_ADDRESSES),
    poolOf: (storage) => channels.poolOf(REPOSITORY, storage),
    waitTimeoutMs,
    tls,
    log,
  });
  const isSecondary = config.FORGE_GEO_ROLE === 'secondary';
  const events = runtime?.events ?? createEventConnections(log);
  const eventUser = runtime?.eventUserOf(NAME) ?? NAME;
  const connection =
    config.NATS_URL === '' ? undefined : events.open({ ...configuredServers(config), name: eventUser });
  const bus = connection && createEventBus({ service: NAME, on: connection, log, metrics, hasStream: false });
  const authorizationCache = new AuthorizationCache({ isEnabled: !isSecondary, bus, log });
  const visitors = createVisitorTokens({
    signingKey: config.FORGE_SIGNING_KEY,
    trustedKeys: config.FORGE_TRUSTED_KEYS,
  });
  const authenticator = createAuthenticator({ caller, cache: authorizationCache.identities, visitors });
  const authorizer = createAuthorizer(caller, authorizationCache.resources);
  const lfsAuthorizer = createAuthorizer(caller, authorizationCache.lfsResources);
  const limits = openLimits({ bus, caller, log, settings });
  const { rateLimiter } = limits;
  // A secondary serves its replicas itself.
  const externalStorage = createExternalStorage(caller, () => (isSecondary ? undefined : limits.settings()));
  const services = [...new Set(Object.keys(config.FORGE_ADDRESSES).map(deployableOf))].filter(
    (name) => !isSecondary || SERVICES_OF_SECONDARY.includes(name),
  );
  const catalogue = createCatalogue({
    services,
    builtIns: builtInRoutes({
      authenticator,
      rateLimiter,
      revision: config.FORGE_REVISION,
      services: () => discovery.states(),
      processes: () => discovery.processes(),
    }),
    defaultMaxParamsBytes: config.FORGE_MAX_BODY_BYTES,
    log,
  });
  const store = openDescriptorStore(join(config.FORGE_DATA_DIR, 'descriptors'), log);
  const discovery = startDiscovery({
    services,
    caller,
    channels,
    catalogue,
    store,
    log,
    intervalMs: discoveryIntervalMs,
  });
  addProcessMetrics(metrics, discovery);
  let isStopping = false;

  const registers = [metrics.registry];
  const readiness = (): Readiness => {
    const waiting = discovery.pending();
    return {
      ready: !isStopping && waiting.length === 0,
      waiting_for: waiting,
      problems: catalogue.problems(),
      processes: discovery.processes(),
    };
  };
  const pace = {
    anonymous: {
      seconds: config.FORGE_ANONYMOUS_BODY_TIMEOUT_SECONDS,
      bytesPerSecond: config.FORGE_ANONYMOUS_BODY_MIN_BYTES_PER_SECOND,
    },
    signedIn: { seconds: config.FORGE_BODY_TIMEOUT_SECONDS, bytesPerSecond: config.FORGE_BODY_MIN_BYTES_PER_SECOND },
  };
  const memory = new BodyMemory({
    total: config.FORGE_BODY_MEMORY_BYTES,
    anonymous: config.FORGE_ANONYMOUS_BODY_MEMORY_BYTES,
  });
  const threads = new BodyThreads();
  const spool = { folder, minFreeBytes: config.FORGE_MIN_FREE_DISK_BYTES };
  const bodies = new BodyReader({ memory, threads, spool });
  const turns = new RequestTurns(config.FORGE_MAX_REQUESTS_PER_CALLER);
  const calls = { authenticator, authorizer, channels, signer, metrics, tier: config.FORGE_LICENSE_TIER };
  const transcoder = createTranscoder({
    ...calls,
    authorizationCache,
    externalStorage,
    rateLimiter,
    pace: pace.signedIn,
    bodies,
    turns,
  });
  // A secondary has no pages: its primary serves them.
  const application = isSecondary
    ? undefined
    : createApplication(openApplicationFiles(config.FORGE_WEB_DIR, log), () =>
        pictureSources(limits.settings(), config.FORGE_EXTERNAL_URL),
      );
  const live = createLive({ bus, rateLimiter, check: createReadCheck({ ...calls, catalogue }), log });
  const pages = application
    ? [
        createDocs({ catalogue, rateLimiter, revision: config.FORGE_REVISION }),
        createAccount({
          caller,
          authenticator,
          bodies,
          rateLimiter,
          authorizationCache,
          tier: config.FORGE_LICENSE_TIER,
        }),
        createSessions({
          catalogue,
          transcoder,
          visitors,
          rateLimiter,
          isSecure: config.FORGE_EXTERNAL_URL.startsWith('https:'),
        }),
        live.router,
        application.router,
      ]
    : [];
  const proxies = { trustedRanges: config.FORGE_TRUSTED_PROXIES, externalUrl: config.FORGE_EXTERNAL_URL };
  const handle = createRequestHandler({
    pace: pace.anonymous,
    requestLogging: config.FORGE_LOG_REQUESTS,
    catalogue,
    transcoder,
    externalStorage,
    readClientInfo: clientInfoReader({ ...proxies, onUntrustedProxy: reportUntrustedProxies({ ...proxies, log }) }),
    middleware: [
      createWebApp({ readiness }, pages),
      ...(isSecondary
        ? [
            createReplicaMiddleware({
              catalogue,
              authorizer,
              caller,
              forward: createPrimaryProxy(config.FORGE_GEO_PRIMARY_URL, log),
            }),
          ]
        : []),
      createGoGet({ authenticator, authorizer, rateLimiter }),
      createGitProxy({
        authenticator,
        authorizer,
        lfsAuthorizer,
        authorizationCache,
        signer,
        rateLimiter,
        storages,
        holders,
        lfsTokens,
        localRelay: (storage) => (local?.has(REPOSITORY, storage) ? runtime?.relays.get(REPOSITORY) : undefined),
        pace: pace.signedIn,
        tier: config.FORGE_LICENSE_TIER,
        log,
      }),
    ],
    fallback: application?.page ?? (() => Promise.resolve(false)),
    log,
    durations: new Histogram({
      name: 'forge_http_request_seconds',
      help: 'Duration of requests in seconds',
      labelNames: ['operation', 'status'],
      buckets: [0.01, 0.05, 0.2, 1, 5, 30],
      registers,
    }),
    inFlight: new Gauge({ name: 'forge_http_requests_in_flight', help: 'Requests in progress', registers }),
  });
  new Gauge({
    name: 'forge_http_body_bytes',
    help: 'Bytes of request bodies in memory',
    registers,
    collect() {
      this.set(memory.bytes);
    },
  });

  new Gauge({
    name: 'forge_http_requests_waiting',
    help: 'Requests that wait for others of their caller',
    registers,
    collect() {
      this.set(turns.waiting);
    },
  });

  const secure = transportHeaders(config.FORGE_EXTERNAL_URL);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: config.FORGE_HEADERS_TIMEOUT_SECONDS * 1000,
      requestTimeout: (config.FORGE_HEADERS_TIMEOUT_SECONDS + config.FORGE_BODY_TIMEOUT_SECONDS) * 1000,
    },
    (request, response) => {
      // Otherwise a client could send its next request on a connection that is about to close.
      if (isStopping) response.setHeader('Connection', 'close');
      else closeIfOld(response);
      for (const [name, value] of Object.entries(secure)) response.setHeader(name, value);
      handle(request, response);
    },
  );
  continueOnRead(server);
  const closeIfOld = limitConnectionAge(server, config.FORGE_MAX_CONNECTION_AGE_SECONDS);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket as Socket, secure));
  closeWhenSent(server);
  const isTrustedProxy = trustedProxyTest(config.FORGE_TRUSTED_PROXIES);
  const networksOf = createLimitedNetworks({ hasTrustedProxies: config.FORGE_TRUSTED_PROXIES.length > 0 });
  limitConnections(server, {
    total: config.FORGE_MAX_CONNECTIONS,
    perAddress: config.FORGE_MAX_CONNECTIONS_PER_ADDRESS,
    networksOf: (address) => (isTrustedProxy(address) ? [] : networksOf(address)),
  });
  const furtherListeners = await listenForClients(server, { host: config.FORGE_HOST, port: config.FORGE_HTTP_PORT });

  const ssh = await startSsh(config, {
    authorizer,
    lfsAuthorizer,
    authorizationCache,
    rateLimiter,
    signer,
    log,
    tier: config.FORGE_LICENSE_TIER,
    storages,
    holders,
    lfsTokens,
    pace: pace.signedIn,
    externalUrl: config.FORGE_EXTERNAL_URL,
    remoteRoot: sshRoot(config.FORGE_EXTERNAL_URL, config.FORGE_SSH_PORT),
  });

  return {
    port: portOf(server),
    sshPort: ssh?.port,
    registry: metrics.registry,
    readiness,
    offersMetrics: limits.offersMetrics,
    pending: () => discovery.pending(),
    async close() {
      isStopping = true;
      if (config.FORGE_SHUTDOWN_DELAY_SECONDS > 0) await pause(config.FORGE_SHUTDOWN_DELAY_SECONDS * 1000);
      live.close();
      await Promise.all([drainHttpServer(server, drainMs, furtherListeners), ssh?.close(drainMs)]);
      discovery.stop();
      limits.close();
      authorizationCache.close();
      await bus?.close();
      if (!runtime) await events.close();
      caller.close();
      channels.close();
    },
  };
}

/**
 * Starts git over SSH if a port is configured. A secondary has none: it could not forward pushes
 * without the client's key.
 */
function startSsh(config: GatewayConfig, options: SshOptions): Promise<SshServer> | undefined {
  const { FORGE_SSH_PORT: publicPort, FORGE_SSH_LISTEN_PORT: ownPort, FORGE_HOST: host } = config;
  if (publicPort === 0 || config.FORGE_GEO_ROLE === 'secondary') return undefined;
  const hostKey = readHostKey(config.FORGE_SSH_HOST_KEY);
  const limits = {
    signInMs: config.FORGE_SSH_LOGIN_TIMEOUT_SECONDS * 1000,
    total: config.FORGE_SSH_MAX_CONNECTIONS,
    unauthenticatedPerAddress: config.FORGE_SSH_MAX_CONNECTIONS_PER_ADDRESS,
  };
  const isProxy = config.FORGE_SSH_PROXY_PROTOCOL ? trustedProxyTest(config.FORGE_TRUSTED_PROXIES) : undefined;
  return startSshServer({ host, port: ownPort || publicPort, hostKey, limits, ...(isProxy && { isProxy }) }, options);
}

/** Statuses of unreadable requests by error code. */
const unreadable: Partial<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to a request that cannot be parsed. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket, secure: Headers): void {
  if (!socket.writable) return;
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ error: status });
  const headers = {
    ...secure,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}
