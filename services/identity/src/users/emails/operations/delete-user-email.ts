/** Removes one of a user's secondary emails. */
import { operation, type Call } from '@forgemesh/rpc';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { removeEmail } from '../remove-email';
import type { EmailsDeps } from '../deps';

export const deleteUserEmail = operation(
  EmailServiceDefinition.deleteUserEmail,
  async (request, call: Call<EmailsDeps>) => {
    await removeEmail(call, request.id, request.email_id);
    return {};
  },
);
