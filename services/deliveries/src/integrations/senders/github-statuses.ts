/** Sets the status of commits in another hosting service when pipelines change. */
import { parseRepositoryUrl, type Properties, textOf } from '#integrations/settings';
import type { Sender } from './sender';

const states: Record<string, string> = { success: 'success', failed: 'failure', canceled: 'error' };
const words: Record<string, string> = {
  success: 'passed',
  failed: 'failed',
  canceled: 'was canceled',
  running: 'is running',
};
const MAX_CONTEXT = 255;

export const githubStatuses: Sender = {
  message({ deps, payload: { object_kind: kind, object_attributes: attributes, project }, properties }) {
    const { id = 0, sha = '', ref = '', status = '' } = attributes ?? {};
    if (kind !== 'pipeline' || !/^[0-9a-f]{40}$/.test(sha)) return null;
    const body = {
      state: states[status] ?? 'pending',
      target_url: `${project.web_url}/pipelines/${id}`,
      description: `The pipeline ${words[status] ?? 'is pending'}`,
      context: contextOf(properties, { host: deps.urls.host, ref }),
    };
    return { data: JSON.stringify(body), url_suffix: `/${sha}` };
  },
  target(properties) {
    const repository = parseRepositoryUrl(properties);
    return {
      url: repository === null ? '' : `${repository.api}/repos/${repository.path}/statuses`,
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `token ${textOf(properties, 'token')}`,
      },
    };
  },
};

/** Statuses with the same context replace each other. */
function contextOf({ static_context: isStatic }: Properties, { host, ref }: { host: string; ref: string }): string {
  return `ci/${isStatic === false ? ref : host}`.slice(0, MAX_CONTEXT);
}
