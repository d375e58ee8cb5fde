import { removeAll, type EntityStore } from '@forgemesh/data';
import type { EventConsumer } from '@forgemesh/events';
import type { Clients } from '#clients';
import type { IntegrationDocument } from '#integrations/settings';
import type { HookDocument } from '#webhooks/hooks';

/** Dependencies of the consumer. */
export interface OnProjectDeletedDeps {
  clients: Pick<Clients, 'existence'>;
  hooks: EntityStore<HookDocument>;
  integrations: EntityStore<IntegrationDocument>;
}

/** Removes the webhooks and integrations of a deleted project. */
export const onProjectDeleted: EventConsumer<'projects.project.deleted', OnProjectDeletedDeps> = {
  name: 'deliveries-belongings-of-removed',
  events: ['projects.project.deleted'],
  from: 'all',
  async isDeleted({ subject }, { clients }) {
    const { exists } = await clients.existence.getExistence({
      subject: { $case: 'project_id', value: Number(subject) },
    });
    return !exists;
  },
  async handle({ subject, actor }, deps) {
    const project_id = Number(subject);
    await removeAll(deps.hooks, { project_id }, { type: 'deliveries.hook.deleted', actor });
    await removeAll(deps.integrations, { project_id }, { type: 'deliveries.integration.deleted', actor });
  },
};
