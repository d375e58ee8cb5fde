import { IntegrationDirectoryServiceDefinition } from '@forgemesh/proto/deliveries/v1/integration';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { trackerSlugs, openProperties, presentIntegration, type IntegrationDocument } from '#integrations/settings';
import type { InternalIntegrationsDeps } from './deps';

/** Gets the external issue tracker of a project: the oldest one if there are several. */
export const getIssueTracker = internalOperation(
  IntegrationDirectoryServiceDefinition.getIssueTracker,
  async ({ project_id }, { deps }: Call<InternalIntegrationsDeps>) => {
    const [tracker] = await deps.integrations.model
      .find({ project_id, slug: { $in: trackerSlugs } })
      .sort({ _id: 1 })
      .lean<IntegrationDocument[]>();
    if (!tracker) return { issues_url: '', title: '' };
    const { slug } = tracker;
    const { url = '', issues_url: issuesUrl = '' } = openProperties(deps, tracker);
    return {
      slug,
      issues_url: slug === 'jira' ? `${String(url).replace(/\/+$/, '')}/browse/:id` : String(issuesUrl),
      title: presentIntegration(deps, slug, tracker).title,
    };
  },
);
