/** How attached files appear in the API. */
import { extensionOf, type Answer } from '@forgemesh/kit';
import type { Upload } from '@forgemesh/proto/projects/v1/upload';
import type { UploadDocument } from './upload.model';

/** What Markdown shows in place: pictures, films and sounds. */
const embedded = new Set('png jpg jpeg gif bmp tiff ico svg webp mp4 m4v mov webm ogv mp3 oga ogg spx wav'.split(' '));

/** Presents an attached file of the project with a full path. */
export function presentUpload(
  { secret, file_name: name }: Pick<UploadDocument, 'secret' | 'file_name'>,
  projectPath: string,
): Answer<Upload> {
  const url = `/uploads/${secret}/${name}`;
  const extension = extensionOf(name);
  const isEmbedded = embedded.has(extension);
  const alt = isEmbedded ? name.slice(0, -extension.length - 1) : name;
  return { alt, url, full_path: `/${projectPath}${url}`, markdown: `${isEmbedded ? '!' : ''}[${alt}](${url})` };
}
