/** Writes packs of a few objects without git. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { ObjectType, RawObject } from '../objects/cat-file';

const VERSION = 2;
const types: Record<ObjectType, number> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** The pack of objects, each of which is stored whole. */
export function encodePack(objects: readonly RawObject[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('PACK');
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  for (const { type, data } of objects) parts.push(encodeHeader(types[type], data.length), deflateSync(data));
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return Buffer.concat([...parts, hash.digest()]);
}

/** Type and size: four bits of the size with the type, then seven in each byte, lowest first. */
function encodeHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 0b1111);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0b1000_0000);
    byte = rest & 0b111_1111;
  }
  return Buffer.from([...bytes, byte]);
}
