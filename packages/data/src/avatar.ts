/** Pictures of what has a page: small files that clients send with the other parameters. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SmallFile } from '@forgemesh/proto/api/v1/small_file';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { cleanFileName, extensionOf, pictureTypeOf, safeHeaders } from '@forgemesh/web';
import type { FileStore } from './files';
import type { Download } from '@forgemesh/rpc';

const KILOBYTE = 1024;
const MAX_BYTES = 200 * KILOBYTE;
const formats = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'ico'];

/** A picture, as the document of its owner keeps it. */
export interface Avatar {
  /** Name in its address. */
  name: string;
  /** Id of the content in the file store. */
  file: string;
}

/** Problems of a picture that a client sends. Its content decides, not its name. */
function problemsOf(sent: SmallFile, content: Buffer, maxBytes: number): string[] {
  const isKnown = formats.includes(extensionOf(sent.name)) && pictureTypeOf(content) !== undefined;
  const format = `file format is not supported. Please try one of the following supported formats: ${formats.join(', ')}`;
  return [
    ...(content.length > maxBytes ? [`is too big (should be at most ${maxBytes / KILOBYTE} KB)`] : []),
    ...(isKnown ? [] : [format]),
  ];
}

/** What a picture is for. */
export interface PictureRules {
  /** Parameter that brings it. */
  field: string;
  maxBytes: number;
}

/**
 * Keeps a picture that a client sends. Null for none any more, which an empty file name says;
 * undefined where he says nothing of it. Throws ValidationError for what is no picture or too big.
 */
export async function keepAvatar(
  files: FileStore,
  sent: SmallFile | undefined,
  { field, maxBytes }: PictureRules = { field: 'avatar', maxBytes: MAX_BYTES },
): Promise<Avatar | null | undefined> {
  if (!sent) return undefined;
  if (sent.name === '') return null;
  const content = Buffer.from(sent.content, 'base64');
  const problems = problemsOf(sent, content, maxBytes);
  if (problems.length > 0) throw new ValidationError({ [field]: problems });
  const file = randomUUID();
  await files.write(file, Readable.from([content]));
  return { name: cleanFileName(sent.name), file };
}

/** Removes the picture that was replaced, or all of it where nothing is left. */
export async function dropAvatar(
  files: FileStore,
  before: Avatar | null | undefined,
  now: Avatar | null | undefined,
): Promise<void> {
  if (before && before.file !== now?.file) await files.remove(before.file);
}

/** Path of a picture of something that has an id; null where there is none. */
export function avatarPath(kind: string, id: number, avatar: Avatar | null | undefined): string | null {
  return avatar ? `uploads/-/system/${kind}/avatar/${id}/${encodeURIComponent(avatar.name)}` : null;
}

/**
 * Downloads a picture, of any name where none is given. Throws NotFoundError where it is not there.
 */
export async function downloadAvatar(
  files: FileStore,
  avatar: Avatar | null | undefined,
  fileName: string | undefined,
): Promise<Download> {
  const isNamed = avatar && (fileName === undefined || fileName === avatar.name);
  const file = isNamed ? await files.open(avatar.file) : null;
  if (!avatar || !file) throw new NotFoundError('Avatar');
  return { headers: safeHeaders(avatar.name, file.size), content: file.content };
}
