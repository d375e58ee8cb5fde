/**
 * Joins small packs into one: git needs a process for each pack that it adds, and the log of a busy
 * repository names hundreds of packs of a few hundred bytes.
 *
 * A pack is a header, its objects, and the SHA-1 of both. An object refers to others of its pack by
 * their distance or by their id, so the objects of several packs, one after the other, are a pack.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { GitError } from '../errors';

/** Packs up to this size are joined. */
const MAX_JOINED_BYTES = 1024 * 1024;
/** Packs are joined until they have this size together, because they are read into memory. */
const MAX_GROUP_BYTES = 16 * 1024 * 1024;

const SIGNATURE = 'PACK';
const VERSION = 2;
const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 20;

/** Divides the files of packs into those that are added together, in their order. */
export async function groupPacks(files: readonly string[]): Promise<string[][]> {
  const groups: string[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    const { size } = await stat(file);
    const isSmall = size <= MAX_JOINED_BYTES;
    bytes += size;
    if (isSmall && bytes <= MAX_GROUP_BYTES) groups.at(-1)?.push(file);
    else {
      groups.push([file]);
      bytes = isSmall ? size : Infinity;
    }
  }
  return groups;
}

/** Returns the pack with the objects of several ones. Errors: `git_failed` for a damaged pack. */
export async function joinPacks(files: readonly string[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const seen = new Set<string>();
  let count = 0;
  for (const file of files) {
    const pack = await readFile(file);
    const checksum = checkPack(pack);
    // The same pack may be named twice.
    if (seen.has(checksum)) continue;
    seen.add(checksum);
    count += pack.readUInt32BE(8);
    parts.push(pack.subarray(HEADER_BYTES, -CHECKSUM_BYTES));
  }
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(SIGNATURE);
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(count, 8);
  const hash = createHash('sha1').update(header);
  for (const part of parts) hash.update(part);
  return Buffer.concat([header, ...parts, hash.digest()]);
}

/** Returns the checksum of a pack. Errors: `git_failed` if it differs from the content. */
function checkPack(pack: Buffer): string {
  const isPack =
    pack.length >= HEADER_BYTES + CHECKSUM_BYTES &&
    pack.toString('latin1', 0, 4) === SIGNATURE &&
    pack.readUInt32BE(4) === VERSION;
  const checksum = pack.subarray(-CHECKSUM_BYTES).toString('hex');
  const found = isPack && createHash('sha1').update(pack.subarray(0, -CHECKSUM_BYTES)).digest('hex');
  if (found !== checksum) throw new GitError('git_failed', 'a pack is damaged');
  return checksum;
}
