/**
 * Follows the webhooks and integrations that processes of an earlier release change in the projects
 * service during an upgrade.
 */
import type { EventConsumer } from '@forgemesh/events';
import type { TransferDeps } from '#transfer';

type FormerEventType = `projects.${'hook' | 'integration' | 'system_hook'}.${'created' | 'deleted' | 'updated'}`;

/** Transfers changed webhooks and integrations again, and removes deleted ones. */
export const onFormerHookChanged: EventConsumer<FormerEventType, TransferDeps> = {
  name: 'deliveries-former-webhooks',
  events: [
    'projects.hook.created',
    'projects.hook.updated',
    'projects.hook.deleted',
    'projects.system_hook.created',
    'projects.system_hook.updated',
    'projects.system_hook.deleted',
    'projects.integration.created',
    'projects.integration.updated',
    'projects.integration.deleted',
  ],
  from: 'new',
  async handle({ type, subject, actor }, { transfer }) {
    if (!type.endsWith('.deleted')) return transfer.run();
    const kind = type.startsWith('projects.integration.') ? 'integration' : 'hook';
    return transfer.remove(kind, Number(subject), actor);
  },
};
