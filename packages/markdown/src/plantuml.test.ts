import { inflateRawSync } from 'node:zlib';
import { diagramAddress } from './plantuml';

const server = 'https://plantuml.example';

/** Decodes an address as the server does. */
function sourceOf(address: string): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
  const bits = [...address.slice(`${server}/png/`.length)].map((digit) => digits.indexOf(digit));
  const bytes = Buffer.alloc((bits.length * 3) / 4);
  bits.forEach((value, index) => {
    const position = index * 6;
    const byte = position >> 3;
    const shift = 10 - (position & 7);
    const both = value << shift;
    bytes[byte] = (bytes[byte] ?? 0) | (both >> 8);
    if (byte + 1 < bytes.length) bytes[byte + 1] = (bytes[byte + 1] ?? 0) | (both & 255);
  });
  return inflateRawSync(bytes).toString();
}

describe('diagramAddress', () => {
  it('encodes the documented example of PlantUML', () => {
    expect(diagramAddress('Bob -> Alice : hello', server)).toBe(`${server}/png/SyfFKj2rKt3CoKnELR1Io4ZDoSa70000`);
  });

  it.each(['@startuml\nA -> B : ä 中 🎉\n@enduml\n', '', 'a', 'ab', 'x'.repeat(50_000)])(
    'keeps every source (%#)',
    (source) => expect(sourceOf(diagramAddress(source, server) ?? '')).toBe(source),
  );

  it('gives no address to a source that is too long', () => {
    const random = Array.from({ length: 20_000 }, (_, index) => ((index * 7919) % 9973).toString(36)).join('');
    expect(diagramAddress(random, server)).toBeUndefined();
    expect(diagramAddress('x'.repeat(100_001), server)).toBeUndefined();
  });
});
