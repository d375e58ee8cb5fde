/** Creates the dependencies of the deliveries service. */
import { AccessCaches } from '@forgemesh/cache';
import { QueryCache } from '@forgemesh/data';
import { watchSettings } from '@forgemesh/events';
import { createMarkdownRenderer } from '@forgemesh/markdown';
import { createSecretBox } from '@forgemesh/security';
import type { Runtime } from '@forgemesh/service';
import { createClients } from './clients/clients';
import { createDisplay } from './clients/display';
import { createUrls, type Urls } from './clients/urls';
import type { DeliveriesConfig } from './config';
import type { Deliveries } from './deps';
import { presentIntegrationEvent } from './integrations/settings/integration.entity';
import { createIntegrationModel } from './integrations/settings/integration.model';
import { createMailModel } from './mail/mail.model';
import { createMailTransport, mailboxOf, type MailTransport } from './mail/mail-transport';
import { Mailer } from './mail/mailer';
import { DataTransfer } from './transfer/data-transfer';
import { createTransferModel } from './transfer/transfer.model';
import { createUploadModel } from './uploads/upload.model';
import { Uploader } from './uploads/uploader';
import { createDeliveryModel } from './webhooks/deliveries/delivery.model';
import { enqueueDeliveries } from './webhooks/deliveries/queue/enqueue-deliveries';
import { HookDeliverer } from './webhooks/deliveries/queue/hook-deliverer';
import { resumeDeliveries } from './webhooks/deliveries/queue/resume-deliveries';
import { presentHookEvent } from './webhooks/hooks/hook.entity';
import { createHookModel } from './webhooks/hooks/hook.model';
import { buildSample } from './webhooks/payloads/samples';

/**
 * Creates the dependencies. Functions that are called later, such as the presentation of events,
 * receive them by `all`.
 */
export function createDeliveries(runtime: Runtime<DeliveriesConfig>): Deliveries {
  const { config, connection, outbox, bus, caller, sequences, leases, log } = runtime;
  const clients = createClients(caller);
  const accessCaches = new AccessCaches(bus, log);
  const urls = createUrls(config.FORGE_EXTERNAL_URL);
  const settings = watchSettings({
    fetch: () => clients.settings.getSettings({}),
    bus,
    subject: 'settings.changed',
    log,
  });
  const mails = createMailModel(connection);
  const uploads = createUploadModel(connection);
  const all = (): Deliveries => deliveries;
  const deliveries: Deliveries = {
    clients,
    accessCaches,
    settings,
    display: createDisplay(clients, accessCaches),
    urls,
    markdown: createMarkdownRenderer(settings, config.FORGE_EXTERNAL_URL),
    log,
    sequences,
    hookBox: createSecretBox(config.FORGE_SECRET, 'hook_token'),
    integrationBox: createSecretBox(config.FORGE_SECRET, 'integration'),
    hooks: outbox.store(createHookModel(connection), (hook) => presentHookEvent(all(), hook)),
    hookCache: new QueryCache(connection, ['hooks']),
    integrations: outbox.store(createIntegrationModel(connection), (integration) =>
      presentIntegrationEvent(all(), integration),
    ),
    integrationCache: new QueryCache(connection, ['integrations']),
    deliveries: createDeliveryModel(connection),
    nextDeliveryId: () => sequences.next('hook_deliveries'),
    deliverer: new HookDeliverer(all, leases, log),
    buildSample: (trigger, source) => buildSample(all(), trigger, source),
    enqueueDeliveries: (trigger) => enqueueDeliveries(all(), trigger),
    resumeDeliveries: (hook) => resumeDeliveries(all(), hook),
    mails,
    mailer: new Mailer(all, mails, mailTransport(config, urls), log),
    uploads,
    uploader: new Uploader(all, uploads, log),
    transfers: createTransferModel(connection),
    transfer: new DataTransfer(all, config.FORGE_SMTP_URL !== ''),
  };
  return deliveries;
}

/** The transport to the mail server; null if none is configured. */
function mailTransport(config: DeliveriesConfig, { hostname }: Urls): MailTransport | null {
  if (!config.FORGE_SMTP_URL) return null;
  const from = mailboxOf(config.FORGE_MAIL_FROM || `noreply@${hostname}`);
  return createMailTransport(config.FORGE_SMTP_URL, from, { allowPlain: config.FORGE_SMTP_ALLOW_PLAINTEXT });
}
