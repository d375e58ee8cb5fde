/** Avatars: small image files that clients send together with other parameters. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SmallFile } from '@forgemesh/proto/api/v1/small_file';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { cleanFileName, extensionOf, pictureTypeOf, safeHeaders } from '@forgemesh/http';
import type { FileStore } from './file-store';
import type { Download } from '@forgemesh/rpc';

const KILOBYTE = 1024;
const MAX_BYTES = 200 * KILOBYTE;
const formats = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'ico'];

/** An avatar as the document of its owner stores it. */
export interface Avatar {
  /** File name in its URL. */
  name: string;
  /** Id of the content in the file store. */
  file: string;
}

/** Validation errors of an uploaded image. Its content is checked as well as its name. */
function problemsOf(sent: SmallFile, content: Buffer, maxBytes: number): string[] {
  const isSupported = formats.includes(extensionOf(sent.name)) && pictureTypeOf(content) !== undefined;
  const format = `file format is not supported. Please try one of the following supported formats: ${formats.join(', ')}`;
  return [
    ...(content.length > maxBytes ? [`is too big (should be at most ${maxBytes / KILOBYTE} KB)`] : []),
    ...(isSupported ? [] : [format]),
  ];
}

/** Rules for one kind of image. */
export interface PictureRules {
  /** Name of the parameter. */
  field: string;
  maxBytes: number;
}

/**
 * Stores the image of a request. null: remove (empty file name); undefined: unchanged. Throws
 * ValidationError if it is not an image or too large.
 */
export async function storeAvatar(
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

/** Deletes the file of the previous image if it was replaced or removed. */
export async function removeReplacedAvatar(
  files: FileStore,
  before: Avatar | null | undefined,
  now: Avatar | null | undefined,
): Promise<void> {
  if (before && before.file !== now?.file) await files.remove(before.file);
}

/** Path of the avatar of an entity; null without an avatar. */
export function avatarPath(kind: string, id: number, avatar: Avatar | null | undefined): string | null {
  return avatar ? `uploads/-/system/${kind}/avatar/${id}/${encodeURIComponent(avatar.name)}` : null;
}

/**
 * Downloads an avatar; without `fileName`, whatever its name is. Throws NotFoundError if it does
 * not exist.
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
