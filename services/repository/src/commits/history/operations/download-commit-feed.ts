import { NotFoundError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { CommitServiceDefinition } from '@forgemesh/proto/repository/v1/commit';
import { writeCommitFeed } from '../commit-feed';
import { locateRepository, resolveCommit } from '#commits';
import type { CommitsDeps } from '../deps';

const DEFAULT_LIMIT = 40;

/** Downloads the newest commits of a ref, or of a path in it, as an Atom feed. */
export const downloadCommitFeed = downloadOperation(
  CommitServiceDefinition.downloadCommitFeed,
  async ({ address, limit }, call: Call<CommitsDeps>) => {
    const { git, urls } = call.deps;
    const { repo } = locateRepository(call);
    const { commitId, path } = await findStart(call, address);
    const query = { from: [commitId], ...(path !== '' && { path }), skip: 0, limit: limit ?? DEFAULT_LIMIT };
    const { commits } = await git.listCommits({ repo, ...query });
    const project = `${urls.base}/${encodePath(call.resource().full_path)}/-`;
    const pageUrl = `${project}/commits/${encodePath(address)}`;
    const feed = writeCommitFeed({
      title: `${call.resource().name}:${address} commits`,
      selfUrl: `${pageUrl}?format=atom`,
      pageUrl,
      commits,
      urlOf: ({ id }) => `${project}/commit/${id}`,
    });
    return { headers: { 'Content-Type': 'application/atom+xml; charset=utf-8' }, content: single(Buffer.from(feed)) };
  },
);

/** The whole address is a ref, or begins with one. */
async function findStart(call: Call<CommitsDeps>, address: string): Promise<{ commitId: string; path: string }> {
  const whole = await resolveCommit(call, address);
  if (whole !== null) return { commitId: whole, path: '' };
  try {
    const { repo } = locateRepository(call);
    const { commit_id: commitId, path } = await call.deps.git.splitAddress({ repo, address });
    return { commitId, path };
  } catch (error) {
    if (isGitError(error, 'ref_not_found')) throw new NotFoundError('Commit');
    throw error;
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
