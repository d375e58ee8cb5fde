import { atomDownload } from '@forgemesh/http';
import { type Call, downloadOperation } from '@forgemesh/rpc';
import { FeedServiceDefinition } from '@forgemesh/proto/collaboration/v1/feed';
import { listIssuePage, projectIssues } from '#items/issues';
import type { FeedsDeps } from '../deps';

/** Readers show the beginning of a text. */
const MAX_TEXT = 2_000;

/** Gets the open issues of a project as a feed. */
export const getIssuesFeed = downloadOperation(
  FeedServiceDefinition.getIssuesFeed,
  async (_request, call: Call<FeedsDeps>) => {
    const { name, full_path: path } = call.resource('id');
    const list = await projectIssues(call, { state: 'opened' });
    const { issues } = await listIssuePage(call, {}, { list, base: {} });
    return atomDownload({
      title: `${name}: issues`,
      url: `${call.deps.instance.urls.base}/${path}/-/issues`,
      entries: (issues ?? []).map((issue) => ({
        id: issue.web_url,
        title: issue.title,
        url: issue.web_url,
        updated: issue.updated_at,
        author: issue.author?.name ?? 'Somebody',
        text: issue.description?.slice(0, MAX_TEXT),
      })),
    });
  },
);
