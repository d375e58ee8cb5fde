/** Client of a request, as determined from the socket or a trusted proxy. */
import type { IncomingMessage } from 'node:http';
import { isPrivateAddress, type ClientNetwork } from '@forgemesh/http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';
import { createLimitedNetworks, sharedNetworksOf } from '../rate-limit/limited-networks';

/** Client of a request and the origin that it used. */
export interface ClientInfo {
  /** Address of the client. */
  address: string;
  /** Networks by which its requests are limited. */
  networks: readonly ClientNetwork[];
  /** Scheme, host and port that the client used. */
  origin: string;
  /** Whether a trusted proxy sent the request: only its headers about the request count. */
  isTrustedProxy: boolean;
}

/** Configuration of the reader. */
export interface ClientInfoOptions {
  /** Address ranges of proxies whose forwarding headers count. */
  trustedRanges: string[];
  /** URL of the instance, whose origin is used for requests without a usable Host. */
  externalUrl: string;
  /** Called for each request that a private address forwards without being trusted. */
  onUntrustedProxy: (address: string) => void;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const hostText = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/;

/**
 * Creates the reader of client information. Forwarding headers count only if the socket's peer is
 * in one of the trusted ranges: no header changes how any other client is limited.
 */
export function clientInfoReader({
  trustedRanges,
  externalUrl,
  onUntrustedProxy,
}: ClientInfoOptions): (request: IncomingMessage) => ClientInfo {
  const ranges: Range[] = trustedRanges.map((range) => ipaddr.parseCIDR(range));
  const externalOrigin = new URL(externalUrl).origin;
  const networksOf = createLimitedNetworks({ hasTrustedProxies: ranges.length > 0 });
  return (request) => {
    const peer = plain(request.socket.remoteAddress ?? '');
    const { headers } = request;
    if (ranges.length === 0 || !isTrusted(peer, ranges)) {
      if (isForwarded(headers) && isPrivateAddress(peer)) onUntrustedProxy(peer);
      return {
        address: peer,
        networks: networksOf(peer),
        origin: originOf('http', headers.host) ?? externalOrigin,
        isTrustedProxy: false,
      };
    }
    const scheme = lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
    const forwarded = forwardedAddress(request, ranges);
    return {
      address: forwarded ?? peer,
      // The clients that a proxy does not name share its address.
      networks: forwarded === undefined ? sharedNetworksOf(peer) : networksOf(forwarded),
      origin: originOf(scheme, lastOf(headers['x-forwarded-host']) ?? headers.host) ?? externalOrigin,
      isTrustedProxy: true,
    };
  };
}

/** Creates a function that checks whether an address is in one of the trusted ranges. */
export function trustedProxyTest(trustedRanges: string[]): (address: string) => boolean {
  const ranges: Range[] = trustedRanges.map((range) => ipaddr.parseCIDR(range));
  return (address) => isTrusted(address, ranges);
}

function isForwarded(headers: IncomingMessage['headers']): boolean {
  return headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
}

function originOf(scheme: string, host: string | undefined): string | undefined {
  return host !== undefined && hostText.test(host) ? `${scheme}://${host}` : undefined;
}

/**
 * Rightmost forwarded address that is not of a trusted proxy; undefined if there is no valid one.
 */
function forwardedAddress(request: IncomingMessage, ranges: Range[]): string | undefined {
  const [, ...forwarded] = proxyAddr.all(request, (address) => isTrusted(address, ranges));
  const address = forwarded.at(-1);
  return address !== undefined && ipaddr.isValid(address) && !isTrusted(address, ranges) ? plain(address) : undefined;
}

function isTrusted(address: string, ranges: Range[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range as [never, number]));
}

/** Writes an IPv4 address without the prefix that it has as an IPv6 address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

function lastOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(',') : value;
  return text?.split(',').at(-1)?.trim();
}
