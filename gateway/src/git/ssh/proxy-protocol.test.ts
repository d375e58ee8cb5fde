import { parseProxyHeader } from './proxy-protocol';

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
/** A header of version 2: command and version, family and protocol, what follows. */
const second = (command: number, family: number, rest: Buffer): Buffer => {
  const head = Buffer.from([command, family, 0, 0]);
  head.writeUInt16BE(rest.length, 2);
  return Buffer.concat([signature, head, rest]);
};
const v4 = Buffer.from('c0000201c6336401dc040016', 'hex');
const v6 = Buffer.from(`20010db8${'00'.repeat(11)}01${'20010db8'}${'00'.repeat(11)}02dc040016`, 'hex');

describe('parseProxyHeader', () => {
  it.each([
    ['version 1', Buffer.from('PROXY TCP4 192.0.2.1 198.51.100.1 56324 22\r\n'), '192.0.2.1'],
    ['version 1 with IPv6', Buffer.from('PROXY TCP6 2001:db8::1 2001:db8::2 56324 22\r\n'), '2001:db8::1'],
    ['version 1, connection of the proxy itself', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
    ['version 2', second(0x21, 0x11, v4), '192.0.2.1'],
    ['version 2 with IPv6', second(0x21, 0x21, v6), '2001:db8::1'],
    ['version 2 with extensions', second(0x21, 0x11, Buffer.concat([v4, Buffer.from('04000100', 'hex')])), '192.0.2.1'],
    ['version 2, connection of the proxy itself', second(0x20, 0x00, Buffer.alloc(0)), undefined],
  ])('reads %s, complete or in parts', (_name, header, address) => {
    const bytes = Buffer.concat([header, Buffer.from('SSH-2.0-client\r\n')]);
    expect(parseProxyHeader(bytes)).toEqual({ length: header.length, ...(address && { address }) });
    for (let length = 0; length < header.length; length++)
      expect(parseProxyHeader(bytes.subarray(0, length))).toBeUndefined();
  });

  it.each([
    ['another protocol', Buffer.from('SSH-2.0-client\r\n')],
    ['a name in place of an address', Buffer.from('PROXY TCP4 example.org 198.51.100.1 56324 22\r\n')],
    ['an address of another family', Buffer.from('PROXY TCP4 2001:db8::1 2001:db8::2 56324 22\r\n')],
    ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(120)}`)],
    ['another version', second(0x11, 0x11, v4)],
    ['another command', second(0x22, 0x11, v4)],
    ['a Unix socket', second(0x21, 0x31, Buffer.alloc(216))],
    ['too few bytes', second(0x21, 0x11, v4.subarray(0, 8))],
    ['too many bytes', second(0x21, 0x11, Buffer.alloc(5_000))],
  ])('refuses %s', (_name, bytes) => {
    expect(() => parseProxyHeader(bytes)).toThrow();
  });
});
