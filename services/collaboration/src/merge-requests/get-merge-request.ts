import { renderMarkdown } from '@forgemesh/markdown';
import { MergeRequestServiceService } from '@forgemesh/proto/collaboration/v1/merge_request';
import { operation } from '../operation';
import { answerMergeRequest, findMergeRequest } from './find-merge-request';

/** Gets one merge request of a project. */
export const getMergeRequest = operation(MergeRequestServiceService.getMergeRequest, async (request, call) => {
  const found = await findMergeRequest(call, request.merge_request_iid);
  const answer = await answerMergeRequest(call, found, {
    count_diverged: request.include_diverged_commits_count === true,
    tell_rebase: request.include_rebase_in_progress === true,
  });
  return {
    ...answer,
    ...(request.render_html && {
      title_html: await renderMarkdown(found.title),
      description_html: await renderMarkdown(found.description ?? ''),
    }),
  };
});
