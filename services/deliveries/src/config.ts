/** Configuration of the deliveries service. */
import { bool, mailbox, num, readConfig, serviceVariables, smtpUrl, type ServiceConfig } from '@forgemesh/service';

/** Variables of the process, including those that only this service reads. */
export interface DeliveriesConfig extends ServiceConfig {
  /** The mail server; if empty, no mail is queued or sent. */
  FORGE_SMTP_URL: string;
  FORGE_SMTP_ALLOW_PLAINTEXT: boolean;
  /** Sender of all mails; empty for `noreply` at the host of the external URL. */
  FORGE_MAIL_FROM: string;
  FORGE_ADMIN_DIGEST_INTERVAL_SECONDS: number;
}

/** Reads the configuration; throws one error that lists all invalid variables. */
export function readDeliveriesConfig(environment: NodeJS.ProcessEnv): DeliveriesConfig {
  return readConfig(environment, {
    ...serviceVariables,
    FORGE_SMTP_URL: smtpUrl({ default: '', desc: 'Mail server: smtp:// or smtps://, with user and password' }),
    FORGE_SMTP_ALLOW_PLAINTEXT: bool({
      default: false,
      desc: 'Whether to allow SMTP without TLS to a mail server that is not on this machine',
    }),
    FORGE_MAIL_FROM: mailbox({ default: '', desc: 'Sender of all mails: an address, or `Name <address>`' }),
    FORGE_ADMIN_DIGEST_INTERVAL_SECONDS: num({
      default: 3600,
      desc: 'Interval in seconds of the check for problems that administrators are notified of once a day',
    }),
  });
}
