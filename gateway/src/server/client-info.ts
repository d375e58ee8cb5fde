/** Client of a request, as determined from the socket or a trusted proxy. */
import type { IncomingMessage } from 'node:http';
import { isPrivateAddress } from '@forgemesh/web';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Client of a request and the origin that it used. */
export interface ClientInfo {
  /** Address of the client. */
  address: string;
  /**
   * Key of rate limits by address; empty if many clients may share the address, such as that of an
   * untrusted proxy.
   */
  limitAddress: string;
  /** Scheme, host and port that the client used. */
  origin: string;
}

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const hostText = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/;

/**
 * Creates the reader of client information. Forwarding headers count only if the socket's peer is
 * in one of the trusted ranges; without a usable Host, the origin is that of the external URL.
 */
export function clientInfoReader(
  trustedRanges: string[],
  externalUrl: string,
): (request: IncomingMessage) => ClientInfo {
  const ranges: Range[] = trustedRanges.map((range) => ipaddr.parseCIDR(range));
  const externalOrigin = new URL(externalUrl).origin;
  return (request) => {
    const socketAddress = request.socket.remoteAddress ?? '';
    const { headers } = request;
    if (ranges.length === 0 || !isTrusted(socketAddress, ranges)) {
      const address = plain(socketAddress);
      const limitAddress = isForwarded(request) ? '' : limitAddressOf(address);
      return { address, limitAddress, origin: originOf('http', headers.host) ?? externalOrigin };
    }
    const scheme = lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
    const forwarded = forwardedAddress(request, ranges);
    return {
      address: forwarded ?? plain(socketAddress),
      limitAddress: forwarded ?? '',
      origin: originOf(scheme, lastOf(headers['x-forwarded-host']) ?? headers.host) ?? externalOrigin,
    };
  };
}

/** Creates a function that checks whether an address is in one of the trusted ranges. */
export function trustedProxyTest(trustedRanges: string[]): (address: string) => boolean {
  const ranges: Range[] = trustedRanges.map((range) => ipaddr.parseCIDR(range));
  return (address) => isTrusted(address, ranges);
}

/**
 * Key of rate limits for a connection that does not come through a trusted proxy; empty for a
 * private address.
 */
export function limitAddressOf(address: string): string {
  return isPrivateAddress(address) ? '' : address;
}

/**
 * Whether a local process forwards the request for another client. Remote clients may send these
 * headers to evade their limits, so only loopback connections are checked.
 */
function isForwarded({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return false;
  const address = socket.remoteAddress ?? '';
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
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

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}

function lastOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(',') : value;
  return text?.split(',').at(-1)?.trim();
}
