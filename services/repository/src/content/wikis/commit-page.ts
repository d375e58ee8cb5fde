/** Commits changes to a wiki. */
import { BadRequestError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import { identitiesOf, refusalOf } from '#commits/history';
import { commitFiles } from '#commits/commit-files';
import type { CommitAction } from '@forgemesh/git-engine';
import { titleOf } from './page-path';
import { findPage, type Wiki } from './wiki-repository';
import type { WikisDeps } from './deps';

/** A change of a page and its default commit message. */
export interface PageChange {
  verb: 'created' | 'updated' | 'deleted';
  slug: string;
  action: CommitAction;
}

/**
 * Commits a change of a page and returns the updated wiki. Throws BadRequestError for an invalid
 * file name.
 */
export async function commitPage(call: Call<WikisDeps>, wiki: Wiki, change: PageChange): Promise<Wiki> {
  const message = `${call.principal.username} ${change.verb} page: ${titleOf(change.slug)}`;
  return { ...wiki, commit_id: await commitWiki(call, wiki, { message, action: change.action }) };
}

/**
 * Commits a change of a file and returns the commit's id. Throws BadRequestError for an invalid
 * file name.
 */
export async function commitWiki(
  call: Call<WikisDeps>,
  { location, branch }: Wiki,
  { message, action }: { message: string; action: CommitAction },
): Promise<string> {
  try {
    return await commitFiles(call.deps, {
      location,
      branch,
      message,
      actions: [action],
      ...(await identitiesOf(call.deps, call.user)),
      user: call.user,
      may_be_default: false,
      operation_id: call.operationId,
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Throws if a page with this slug exists. */
export async function assertFree(call: Call<WikisDeps>, wiki: Wiki, slug: string): Promise<void> {
  if (await findPage(call, wiki, slug)) {
    throw new BadRequestError('Duplicate page: A page with that title already exists');
  }
}
