/** Lists a user's secondary emails, oldest first. */
import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { requireUser, secondaryEmails } from '#users/accounts';
import { presentEmail } from '../email.entity';
import type { EmailsDeps } from '../deps';

export const listUserEmails = operation(
  EmailServiceDefinition.listUserEmails,
  async (request, call: Call<EmailsDeps>) => {
    const user = await requireUser(call.deps, request.id);
    return { emails: pageRows(call, secondaryEmails(user), request).map(presentEmail) };
  },
);
