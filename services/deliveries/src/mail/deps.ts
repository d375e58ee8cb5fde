import type { Settings } from '@forgemesh/events';
import type { MarkdownRenderer } from '@forgemesh/markdown';
import type { ApplicationSettings } from '@forgemesh/proto/settings/v1/settings';
import type { SecretBox } from '@forgemesh/security';
import type { Model } from 'mongoose';
import type { Clients, Urls } from '#clients';
import type { BranchRuleDeps, IntegrationCacheDeps } from '#integrations/settings';
import type { MailDocument } from './mail.model';

/** Sends the queued mails in the background. */
export interface MailRunner {
  /** Whether a mail server is configured. */
  readonly isEnabled: boolean;
  /** Starts sending a queued mail; never throws. */
  wake(id: string): void;
  /** Starts sending the mails that are due. */
  wakeDue(): Promise<void>;
  /** Finishes the mails in progress and starts no others. */
  close(): Promise<void>;
}

/** Dependencies for queueing mails. */
export interface MailQueueDeps {
  /** Queued mails, and the outcome of recent ones. */
  mails: Model<MailDocument>;
  mailer: MailRunner;
}

/** Dependencies for rendering mails. */
export interface MailTemplateDeps {
  settings: Settings<ApplicationSettings>;
  markdown: MarkdownRenderer;
  urls: Urls;
}

/** Dependencies of mail. */
export interface MailDeps extends MailQueueDeps, MailTemplateDeps, BranchRuleDeps, IntegrationCacheDeps {
  clients: Pick<
    Clients,
    | 'access'
    | 'branches'
    | 'comparisons'
    | 'deadLetters'
    | 'emailConfirmations'
    | 'mailContents'
    | 'passwordResets'
    | 'repositoryChecks'
    | 'users'
  >;
  /** Encrypts the properties of integrations. */
  integrationBox: SecretBox;
}
