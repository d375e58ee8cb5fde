import { IntegrationDirectoryServiceDefinition } from '@forgemesh/proto/projects/v1/integration';
import { internalOperation, type Call } from '@forgemesh/rpc';
import {
  isBranchNotified,
  mailSlugs,
  openProperties,
  integrationEvents,
  type IntegrationDocument,
  type IntegrationEvent,
  recipientsOf,
} from '#hooks/integrations';
import type { InternalIntegrationsDeps } from './deps';

/** Lists the integrations of a project that send emails about an event. */
export const listMailIntegrations = internalOperation(
  IntegrationDirectoryServiceDefinition.listMailIntegrations,
  async ({ project_id, event, branch }, { deps }: Call<InternalIntegrationsDeps>) => {
    if (!integrationEvents.includes(event as IntegrationEvent)) return { integrations: [] };
    const found = await deps.integrations.model
      .find({ project_id, slug: { $in: mailSlugs }, [event]: true })
      .lean<IntegrationDocument[]>();
    const notified = await Promise.all(
      found.map(async ({ slug, ...integration }) => {
        const properties = openProperties(deps, { slug, ...integration });
        const isNotified = branch === '' || (await isBranchNotified(deps, project_id, branch, properties));
        if (!isNotified) return [];
        return [
          {
            slug,
            recipients: recipientsOf(properties),
            disable_diffs: properties['disable_diffs'] === true,
            send_from_committer_email: properties['send_from_committer_email'] === true,
            add_pusher: properties['add_pusher'] === true,
            notify_only_broken_pipelines: properties['notify_only_broken_pipelines'] === true,
          },
        ];
      }),
    );
    return { integrations: notified.flat() };
  },
);
