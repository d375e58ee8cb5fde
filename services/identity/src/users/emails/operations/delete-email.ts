/** Removes one of the caller's further emails. */
import { EmailServiceService } from '@forgemesh/proto/identity/v1/email';
import { operation } from '../../../operation';
import { removeEmail } from '../remove-email';

export const deleteEmail = operation(EmailServiceService.deleteEmail, async (request, call) => {
  await removeEmail(call, call.principal.id, request.email_id);
  return {};
});
