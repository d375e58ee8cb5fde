/** Lists a user's secondary emails, oldest first. */
import { pageRows } from '@forgemesh/data';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { operation } from '#operation';
import { requireUser } from '#users/users/find-user';
import { secondaryEmails } from '#users/users/user-emails';
import { presentEmail } from '../email.entity';

export const listUserEmails = operation(EmailServiceDefinition.listUserEmails, async (request, call) => {
  const user = await requireUser(call.deps, request.id);
  return { emails: pageRows(call, secondaryEmails(user), request).map(presentEmail) };
});
