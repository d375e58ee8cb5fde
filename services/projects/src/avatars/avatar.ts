/** Pictures of projects and groups. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { ValidationError } from '@forgemesh/kit';
import type { SmallFile } from '@forgemesh/proto/api/v1/small_file';
import type { Projects } from '../service';
import { cleanFileName, extensionOf } from '../uploads/file-name';
import { pictureTypeOf } from './picture-type';

const MAX_BYTES = 200 * 1024;
const formats = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'ico'];

/** A picture, as the document of its project or group keeps it. */
export interface Avatar {
  /** Name in its address. */
  name: string;
  /** Id of the content in the file store. */
  file: string;
}

/** What has a picture. */
export interface Pictured {
  _id: number;
  avatar?: Avatar | null;
}

/** Problems of a picture that a client sends, by field. Its content decides, not its name. */
export function avatarErrors(sent: SmallFile | undefined): { avatar: string[] } {
  if (!sent || isRemoval(sent)) return { avatar: [] };
  const content = Buffer.from(sent.content, 'base64');
  const isKnown = formats.includes(extensionOf(sent.name)) && pictureTypeOf(content) !== undefined;
  const format = `file format is not supported. Please try one of the following supported formats: ${formats.join(', ')}`;
  return {
    avatar: [
      ...(content.length > MAX_BYTES ? ['is too big (should be at most 200 KB)'] : []),
      ...(isKnown ? [] : [format]),
    ],
  };
}

/** Keeps a picture that a client sends. Null for none any more, undefined where he says nothing of it. */
export async function keepAvatar(
  { avatarFiles }: Projects,
  sent: SmallFile | undefined,
): Promise<Avatar | null | undefined> {
  if (!sent) return undefined;
  if (isRemoval(sent)) return null;
  const { avatar } = avatarErrors(sent);
  if (avatar.length > 0) throw new ValidationError({ avatar });
  const file = randomUUID();
  await avatarFiles.write(file, Readable.from([Buffer.from(sent.content, 'base64')]));
  return { name: cleanFileName(sent.name), file };
}

/** Removes the picture that was replaced, or all of it where nothing is left. */
export async function dropAvatar(
  { avatarFiles }: Projects,
  before: Avatar | null | undefined,
  now: Avatar | null | undefined,
): Promise<void> {
  if (before && before.file !== now?.file) await avatarFiles.remove(before.file);
}

/** Address of a picture; null where there is none. */
export function avatarUrl(
  { urls }: Pick<Projects, 'urls'>,
  kind: 'project' | 'group',
  { _id: id, avatar }: Pictured,
): string | null {
  return avatar ? urls.page(`uploads/-/system/${kind}/avatar/${id}/${encodeURIComponent(avatar.name)}`) : null;
}

/** An empty file name says that there shall be no picture. */
function isRemoval({ name }: SmallFile): boolean {
  return name === '';
}
