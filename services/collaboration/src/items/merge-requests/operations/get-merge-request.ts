import { type Call, operation } from '@forgemesh/rpc';
import { assignFields } from '@forgemesh/data';
import { MergeRequestServiceDefinition } from '@forgemesh/proto/collaboration/v1/merge_request';
import { subjectOf } from '#access';
import { referenceLinks } from '#items/references';
import { presentMergeRequestFor, findMergeRequest } from '../find-merge-request';
import type { MergeRequestDocument } from '#items/model';
import type { MergeRequestListsDeps, MergeRequestChangesDeps } from '../deps';

/** Gets one merge request of a project. */
export const getMergeRequest = operation(
  MergeRequestServiceDefinition.getMergeRequest,
  async (request, call: Call<MergeRequestListsDeps>) => {
    const found = await findMergeRequest(call, request.merge_request_iid);
    const presented = await presentMergeRequestFor(call, found, {
      count_diverged: request.include_diverged_commits_count === true,
      include_rebase: request.include_rebase_in_progress === true,
    });
    return request.render_html ? assignFields(presented, await renderTexts(call, found)) : presented;
  },
);

/** Title and description as HTML, with links to objects that the caller may read. */
async function renderTexts(
  call: Call<MergeRequestChangesDeps>,
  { title, description, project_id }: MergeRequestDocument,
): Promise<{ title_html: string; description_html: string }> {
  const texts = [title, description ?? ''];
  const links = await referenceLinks(call.deps, texts, { project_id, subject: subjectOf(call) });
  const [title_html = '', description_html = ''] = await Promise.all(
    texts.map((text) => call.deps.instance.markdown.render(text, call.caller.key, { links })),
  );
  return { title_html, description_html };
}
