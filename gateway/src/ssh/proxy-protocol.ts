/**
 * The PROXY protocol, versions 1 and 2: what a load balancer says before a connection, of the client whose connection it passes on.
 * https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** Longest line of version 1, with its end. */
const MAX_LINE = 107;
/** Version, command, family and length follow the signature of version 2. */
const FIXED = SIGNATURE.length + 4;
/** Longest rest of a header of version 2: addresses, and what extensions say. */
const MAX_REST = 4_096;
const ADDRESS_BYTES: Partial<Record<number, number>> = { 1: 4, 2: 16 };

/** A header that is whole. */
interface Header {
  /** Bytes of it. */
  length: number;
  /** Address of the client; absent where the load balancer speaks for itself, as to check whether the server is there. */
  address?: string;
}

/**
 * Reads the header of a connection and leaves what follows it to be read. Returns the client's address; undefined where the other side
 * speaks for itself. Throws where there is none: what comes then is not from a load balancer that has been set up for it.
 */
export async function readProxyHeader(socket: Socket): Promise<string | undefined> {
  let bytes = Buffer.alloc(0);
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  for (;;) {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) {
      await once(socket, 'readable', { signal: gone.signal });
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

/** The header at the beginning of some bytes; undefined where more of it has to come. Throws for anything else. */
export function parseProxyHeader(bytes: Buffer): Header | undefined {
  const isSecond = startsAlike(bytes, SIGNATURE);
  if (!isSecond && !startsAlike(bytes, Buffer.from('PROXY '))) throw new Error('no PROXY header');
  return isSecond ? parseSecond(bytes) : parseFirst(bytes);
}

function startsAlike(bytes: Buffer, start: Buffer): boolean {
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
