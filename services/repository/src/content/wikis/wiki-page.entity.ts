/** Presents wiki pages in the API. */
import { ForgeError } from '@forgemesh/errors';
import type { ResponseOf, Call } from '@forgemesh/rpc';
import type { WikiPage } from '@forgemesh/proto/repository/v1/wiki';
import { isGitError } from '@forgemesh/git-engine';
import { titleOf, type PagePath } from './page-path';
import type { Wiki, WikiFile } from './wiki-repository';
import type { WikisDeps } from './deps';

const MAX_BYTES = 50 * 1024 * 1024;

/** Presents a page without its content. */
export function presentPage({ slug, format }: PagePath): ResponseOf<WikiPage> {
  return { format, slug, title: titleOf(slug) };
}

/** Presents pages with their contents, up to 50 MB in total. */
export async function presentWithContent(
  call: Call<WikisDeps>,
  { location }: Wiki,
  pages: readonly WikiFile[],
): Promise<ResponseOf<WikiPage>[]> {
  const presented: ResponseOf<WikiPage>[] = [];
  let room = MAX_BYTES;
  for (const page of pages) {
    const data = await readContent(call, location.repo, page.blob_id, room);
    room -= data.length;
    presented.push({ content: data.toString('utf8'), ...presentPage(page) });
  }
  return presented;
}

async function readContent({ deps }: Call<WikisDeps>, repo: string, id: string, room: number): Promise<Buffer> {
  try {
    return (await deps.git.readBlob({ repo, id, max_bytes: room })).data;
  } catch (error) {
    if (isGitError(error, 'limit_exceeded')) throw new ForgeError('too_large');
    throw error;
  }
}
