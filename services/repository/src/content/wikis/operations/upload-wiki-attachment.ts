import { randomBytes } from 'node:crypto';
import { ForgeError } from '@forgemesh/errors';
import { uploadOperation, type Call, type ResponseOf } from '@forgemesh/rpc';
import { cleanFileName, linkToFile, limitStream } from '@forgemesh/http';
import { WikiServiceDefinition, type WikiAttachment } from '@forgemesh/proto/repository/v1/wiki';
import { digestOf } from '#content';
import { commitWiki } from '../commit-page';
import { findWiki } from '../wiki-repository';
import type { WikisDeps } from '../deps';

const MB = 1024 * 1024;
const FOLDER_DIGITS = 32;

/** Stores a file in a wiki's repository. A retry uses the same folder and commits nothing new. */
export const uploadWikiAttachment = uploadOperation(
  WikiServiceDefinition.uploadWikiAttachment,
  async (request, sent, call: Call<WikisDeps>) => {
    const content = await receive(sent, call.deps.settings.current().max_attachment_size * MB);
    const name = cleanFileName(request.file);
    const write = call.operationId ?? randomBytes(FOLDER_DIGITS).toString('hex');
    const path = `uploads/${digestOf([write]).slice(0, FOLDER_DIGITS)}/${name}`;
    const wiki = await findWiki(call);
    const branch = request.branch || wiki.branch;
    if (!(await call.deps.refs.findEarlier(call.operationId))) {
      const action = { action: 'create' as const, file_path: path, content };
      await commitWiki(call, { ...wiki, branch }, { message: `Upload attachment ${name}`, action });
    }
    return presentAttachment(name, path, branch);
  },
);

function presentAttachment(name: string, path: string, branch: string): ResponseOf<WikiAttachment> {
  const { markdown } = linkToFile(name, path);
  return { file_name: name, file_path: path, branch, link: { url: path, markdown } };
}

/**
 * Reads the upload. Throws ForgeError `too_large` for a file beyond the limit, after reading all of
 * it.
 */
async function receive(sent: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const received = { bytes: 0 };
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitStream(limit, sent, received)) chunks.push(chunk);
  if (received.bytes > limit) throw new ForgeError('too_large');
  return Buffer.concat(chunks);
}
