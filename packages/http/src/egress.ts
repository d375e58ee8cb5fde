/**
 * The only way for HTTP calls to user-supplied addresses, protected against access to the local
 * network (SSRF).
 *
 * A name is resolved once, all its addresses are checked, and the connection goes to a checked
 * address while the name stays in Host and TLS, unless the policy lets the connection resolve the
 * name again. Each redirect is checked again. Time, headers and size are limited.
 */
import { lookup as resolveName } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';

const MAX_HEADER_BYTES = 16 * 1024;
/** An IPv4 or IPv6 address. */
type Address = ReturnType<typeof ipaddr.process>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Policy of the instance. */
export interface EgressPolicy {
  /** Whether local addresses may be called at all. */
  allowLocal: boolean;
  /** Names, addresses and ranges that may be called although they are local. */
  allowList: readonly string[];
  /**
   * Whether the connection resolves the name again and may use any of its addresses. They are
   * checked as well: local addresses that are not allowed are refused in any case.
   */
  resolvesAgain?: boolean;
}

/** A resolved address. */
interface ResolvedAddress {
  address: string;
  family: number;
}

/** A call to a user-supplied address. */
export interface EgressRequest {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: Buffer | Readable;
  /** Total timeout including redirects. */
  timeoutMs: number;
  /** Maximum response size that is read, in bytes. */
  maxBytes: number;
  /** Whether a larger response is truncated; it is an error otherwise. */
  truncates?: boolean;
  maxRedirects?: number;
  /** Whether a redirect to another scheme, host or port is refused. */
  sameOrigin?: boolean;
  /** Whether the certificate must be valid. */
  verifyTls?: boolean;
  /** With which the caller authenticates over TLS. */
  clientCertificate?: ClientCertificate;
  /** Connections of earlier calls, which are used again. By default, each call has its own. */
  connections?: KeptConnections;
  policy: EgressPolicy;
}

/**
 * Connections that are kept for further calls, which use them without another check of their
 * address: only for an address from the configuration, and calls with the same certificate.
 */
export class KeptConnections {
  private readonly http = new HttpAgent({ keepAlive: true });
  private readonly https = new HttpsAgent({ keepAlive: true });

  /** The connections for a URL. */
  agentFor({ protocol }: URL): HttpAgent {
    return protocol === 'https:' ? this.https : this.http;
  }

  /** Closes them. */
  close(): void {
    this.http.destroy();
    this.https.destroy();
  }
}

/** A certificate with its key, as PEM. */
export interface ClientCertificate {
  cert: string;
  key: string;
  /** Of the key, if it is encrypted. */
  passphrase?: string;
}

/** A received response. */
export interface EgressResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A target that may not be called. The message may be shown to users. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  readonly reason = 'egress_refused';

  constructor(
    message: string,
    /** Whether a retry would be refused again; false if the name may resolve later. */
    readonly isRefusal = true,
  ) {
    super(message);
  }
}

/**
 * Public addresses at which clouds offer metadata and keys to their machines; the others are in
 * local ranges.
 */
const METADATA_RANGES = ['168.63.129.16/32'];
/** Deprecated form of IPv4 addresses in IPv6, which is reported as unicast. */
const IPV4_COMPATIBLE = '::/96';
/** Names of metadata services. Some resolvers return public addresses for them. */
const METADATA_NAMES = new Set([
  ...['metadata', 'metadata.google.internal', 'metadata.goog', 'metadata.azure.internal', 'metadata.tencentyun.com'],
  ...['instance-data', 'instance-data.ec2.internal'],
]);

let localRanges: readonly string[] = [];

/** Sets additional local address ranges: those of the cluster. Called once at process start. */
export function setLocalRanges(ranges: readonly string[]): void {
  localRanges = ranges;
}

/**
 * Whether an address belongs to this machine, its network, its cluster or the metadata service of a
 * cloud, or is no ordinary unicast address.
 */
export function isLocalAddress(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return true;
  const ranges = [...METADATA_RANGES, IPV4_COMPATIBLE, ...localRanges];
  return ranges.some((range) => isWithin(parsed, range)) || isOwnAddress(parsed);
}

/** Whether an address belongs to an interface of this machine; it can be public. */
function isOwnAddress(address: Address): boolean {
  const text = address.toNormalizedString();
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  // Link-local addresses carry the name of their interface.
  return own.some((entry) => ipaddr.process(entry.address.replace(/%.*$/, '')).toNormalizedString() === text);
}

function isWithin(address: Address, range: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(range);
  return address.kind() === base.kind() && address.match(base, bits);
}

function isAllowed(host: string, address: string, policy: EgressPolicy): boolean {
  if (policy.allowLocal || !isLocalAddress(address)) return true;
  return policy.allowList.some((entry) => matchesEntry(entry, host, address));
}

/** Throws EgressError for the name of a metadata service, whatever it resolves to. */
function assertNameAllowed(host: string, policy: EgressPolicy): void {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (policy.allowLocal || !METADATA_NAMES.has(name)) return;
  if (!policy.allowList.some((entry) => entry.toLowerCase() === name))
    throw new EgressError('requests to the local network are not allowed');
}

function matchesEntry(entry: string, host: string, address: string): boolean {
  if (entry.toLowerCase() === host.toLowerCase() || entry === address) return true;
  if (!entry.includes('/') || !ipaddr.isValidCIDR(entry)) return false;
  return isWithin(ipaddr.process(address), entry);
}

/**
 * Resolves a URL and returns the addresses that connections may go to: the first one, or all if the
 * policy lets connections resolve the name again. Throws EgressError if the URL or any of its
 * addresses is not allowed.
 */
export async function checkTarget(
  url: string,
  policy: EgressPolicy,
): Promise<{ url: URL; addresses: readonly string[] }> {
  const parsed = parseUrl(url);
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const resolved = await resolveAllowed(host, policy);
  const addresses = resolved.map(({ address }) => address);
  return { url: parsed, addresses: policy.resolvesAgain ? addresses : addresses.slice(0, 1) };
}

async function resolveAllowed(host: string, policy: EgressPolicy): Promise<ResolvedAddress[]> {
  const literal = isIP(host);
  assertNameAllowed(host, policy);
  const addresses = literal
    ? [{ address: host, family: literal }]
    : await resolveName(host, { all: true }).catch(() => []);
  if (addresses.length === 0) throw new EgressError('the host cannot be resolved', false);
  // A name with any forbidden address is refused: the next resolution might return it.
  if (!addresses.every(({ address }) => isAllowed(host, address, policy))) {
    throw new EgressError('requests to the local network are not allowed');
  }
  return addresses;
}

/**
 * Checks a URL without resolving names: its form, and an address that it contains. The addresses of
 * a name are checked when it is called. Throws EgressError.
 */
export function checkUrl(url: string, policy: EgressPolicy): URL {
  const parsed = parseUrl(url);
  const host = parsed.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  assertNameAllowed(host, policy);
  // This name and its subdomains always refer to the local machine.
  const address = isIP(host) ? host : /(^|\.)localhost$/i.test(host) ? '127.0.0.1' : undefined;
  if (address !== undefined && !isAllowed(host, address, policy))
    throw new EgressError('requests to the local network are not allowed');
  return parsed;
}

function parseUrl(url: string): URL {
  if (!URL.canParse(url)) throw new EgressError('the URL is not valid');
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new EgressError('only http and https are allowed');
  return parsed;
}

/**
 * Makes a call and follows redirects; throws EgressError for refused targets, and the network error
 * if it fails.
 */
export async function egressFetch(request: EgressRequest): Promise<EgressResponse> {
  let { url, method, body } = request;
  let headers = request.headers ?? {};
  const signal = AbortSignal.timeout(request.timeoutMs);
  for (let redirects = request.maxRedirects ?? 0; ; redirects--) {
    const step = { ...request, url, method, headers, body };
    const response = await fetchOnce(step, signal, (incoming) => readResponse(incoming, request));
    const location = response.headers['location'];
    if (!REDIRECTS.has(response.status) || typeof location !== 'string' || redirects <= 0) return response;
    if (body !== undefined && !Buffer.isBuffer(body))
      throw new EgressError('a streamed request cannot follow a redirect');
    const next = new URL(location, url);
    if (request.sameOrigin && next.origin !== new URL(url).origin)
      throw new EgressError('redirects to another origin are not followed');
    // Credentials are only for the host for which they were given.
    if (next.host !== new URL(url).host) headers = withoutCredentials(headers);
    if (response.status < 307) [method, body] = ['GET', undefined];
    url = next.toString();
  }
}

/** A call whose response is streamed. */
export type EgressStreamRequest = Pick<
  EgressRequest,
  'url' | 'method' | 'headers' | 'body' | 'timeoutMs' | 'connections' | 'policy'
>;

/**
 * Makes a call and streams its response, for content of any size. Follows no redirects. Throws like
 * `egressFetch`, also if the response is aborted.
 */
export function egressStream<T>(
  request: EgressStreamRequest,
  read: (status: number, content: Readable) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(request.timeoutMs);
  return fetchOnce({ ...request, body: request.body }, signal, (incoming) =>
    read(incoming.statusCode ?? 0, incoming).finally(() => incoming.destroy()),
  );
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(authorization|cookie|.*token.*)$/i.test(name)),
  );
}

type EgressStep = Omit<EgressRequest, 'body' | 'maxBytes'> & { body: EgressRequest['body'] | undefined };

/** Makes a call, once more if a kept connection was closed meanwhile. */
async function fetchOnce<T>(
  request: EgressStep,
  signal: AbortSignal,
  read: (incoming: IncomingMessage) => Promise<T>,
): Promise<T> {
  for (;;) {
    const sent: SentRequest = {};
    try {
      return await send(request, signal, read, sent);
    } catch (error) {
      const isClosed = (error as NodeJS.ErrnoException).code === 'ECONNRESET' && !sent.hasResponse;
      const isRepeatable = request.body === undefined || Buffer.isBuffer(request.body);
      if (!isClosed || !isRepeatable || !sent.outgoing?.reusedSocket) throw error;
    }
  }
}

/** What is known of a call that failed. */
interface SentRequest {
  outgoing?: ClientRequest;
  hasResponse?: boolean;
}

async function send<T>(
  request: EgressStep,
  signal: AbortSignal,
  read: (incoming: IncomingMessage) => Promise<T>,
  sent: SentRequest,
): Promise<T> {
  const { policy } = request;
  const { url, addresses } = await checkTarget(request.url, policy);
  const checked = addresses.map((address) => ({ address, family: isIP(address) }));
  const addressesOf = (host: string): Promise<readonly ResolvedAddress[]> =>
    policy.resolvesAgain ? resolveAllowed(host, policy) : Promise.resolve(checked);
  const create = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = create(url, {
      method: request.method,
      headers: { ...request.headers },
      agent: request.connections?.agentFor(url) ?? false,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      rejectUnauthorized: request.verifyTls ?? true,
      ...request.clientCertificate,
      lookup: (host, { all: isList }, done) =>
        void addressesOf(host).then(
          (found) => (isList ? done(null, [...found]) : done(null, found[0]?.address ?? '', found[0]?.family)),
          (error: Error) => done(error, ''),
        ),
    });
    sent.outgoing = outgoing;
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      sent.hasResponse = true;
      read(incoming).then(resolve, reject);
    });
    if (request.body === undefined || Buffer.isBuffer(request.body)) outgoing.end(request.body);
    else pipeline(request.body, outgoing).catch(reject);
  });
}

async function readResponse(
  incoming: IncomingMessage,
  { maxBytes, truncates = false }: Pick<EgressRequest, 'maxBytes' | 'truncates'>,
): Promise<EgressResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      incoming.destroy();
      if (!truncates) throw new EgressError('the response is too large');
      chunks.push(chunk.subarray(0, chunk.length - (size - maxBytes)));
      break;
    }
    chunks.push(chunk);
  }
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) };
}
