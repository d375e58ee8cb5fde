/**
 * PROXY protocol, versions 1 and 2: a load balancer sends a header with the client's address before
 * the client's bytes.
 * https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** Maximum length of a version 1 header, including CRLF. */
const MAX_LINE = 107;
/** Version, command, family and length follow the signature of version 2. */
const FIXED = SIGNATURE.length + 4;
/** Maximum length of addresses and extensions of a version 2 header. */
const MAX_REST = 4_096;
const ADDRESS_BYTES: Partial<Record<number, number>> = { 1: 4, 2: 16 };

/** A complete header. */
interface Header {
  /** Length in bytes. */
  length: number;
  /**
   * Address of the client; absent for connections of the load balancer itself, such as health
   * checks.
   */
  address?: string;
}

/**
 * Reads the header of a connection; the bytes after it stay unread. Returns the client's address;
 * undefined for a connection of the load balancer itself. Throws if there is no valid header.
 */
export async function readProxyHeader(socket: Socket): Promise<string | undefined> {
  let bytes = Buffer.alloc(0);
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      await once(socket, 'readable', { signal: closed.signal });
      if (socket.readableEnded) throw new Error('the connection ended before its PROXY header');
      continue;
    }
    bytes = Buffer.concat([bytes, chunk]);
    const header = parseProxyHeader(bytes);
    if (!header) continue;
    if (bytes.length > header.length) socket.unshift(bytes.subarray(header.length));
    return header.address;
  }
}

/**
 * Parses a header; undefined if it is incomplete. Throws if the bytes do not begin with a valid
 * header.
 */
export function parseProxyHeader(bytes: Buffer): Header | undefined {
  const isSecond = sharesPrefix(bytes, SIGNATURE);
  if (!isSecond && !sharesPrefix(bytes, Buffer.from('PROXY '))) throw new Error('no PROXY header');
  return isSecond ? parseSecond(bytes) : parseFirst(bytes);
}

function sharesPrefix(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
}

/** `PROXY TCP4 192.0.2.1 198.51.100.1 56324 22\r\n`, or `PROXY UNKNOWN` with anything after it. */
function parseFirst(bytes: Buffer): Header | undefined {
  const end = bytes.subarray(0, MAX_LINE).indexOf('\r\n');
  if (end < 0) {
    if (bytes.length >= MAX_LINE) throw new Error('the PROXY header is too long');
    return undefined;
  }
  const [, family, source = ''] = bytes.subarray(0, end).toString('latin1').split(' ');
  if (family === 'UNKNOWN') return { length: end + 2 };
  const isValid = family === 'TCP4' ? ipaddr.IPv4.isValid(source) : family === 'TCP6' && ipaddr.IPv6.isValid(source);
  if (!isValid) throw new Error('the PROXY header names no address');
  return { length: end + 2, address: ipaddr.process(source).toString() };
}

function parseSecond(bytes: Buffer): Header | undefined {
  if (bytes.length < FIXED) return undefined;
  const [versionAndCommand, familyAndProtocol] = [
    bytes.readUInt8(SIGNATURE.length),
    bytes.readUInt8(SIGNATURE.length + 1),
  ];
  const rest = bytes.readUInt16BE(SIGNATURE.length + 2);
  if (versionAndCommand >> 4 !== 2 || rest > MAX_REST) throw new Error('the PROXY header is not of version 2');
  const length = FIXED + rest;
  if (bytes.length < length) return undefined;
  const command = versionAndCommand & 0xf;
  if (command === 0) return { length };
  const size = ADDRESS_BYTES[familyAndProtocol >> 4];
  if (command !== 1 || size === undefined || rest < 2 * size + 4) throw new Error('the PROXY header names no address');
  const source = [...bytes.subarray(FIXED, FIXED + size)];
  return { length, address: ipaddr.process(ipaddr.fromByteArray(source).toString()).toString() };
}
