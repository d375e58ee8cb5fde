/** Presents attached files. */
import type { ResponseOf } from '@forgemesh/rpc';
import { linkToFile } from '@forgemesh/http';
import type { Upload } from '@forgemesh/proto/projects/v1/upload';
import type { UploadDocument } from './upload.model';

/** Presents a file of the project with the given full path. */
export function presentUpload(
  { secret, file_name: name }: Pick<UploadDocument, 'secret' | 'file_name'>,
  projectPath: string,
): ResponseOf<Upload> {
  const url = `/uploads/${secret}/${name}`;
  const { alt, markdown } = linkToFile(name, url);
  return { alt, url, full_path: `/${projectPath}${url}`, markdown };
}
