import type { Model } from 'mongoose';
import type { FormerMail } from './former-mail.model';

/** Dependencies of the transfer of queued mails to the deliveries service. */
export interface MailTransferDeps {
  formerMails: Model<FormerMail>;
}
